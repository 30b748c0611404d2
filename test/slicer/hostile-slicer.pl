#!/usr/bin/perl
# A compromised slicer. Its model is a list of attempts, one per line: an action and its target. It prints one line of progress for
# each: success, or the reason of the failure.
use strict;
use warnings;
no warnings 'exec';
use Socket;

my $model = $ARGV[-1];
my $service = getppid;
$| = 1;

my ($file, $folder, $to, $at, $text);

my %attempts = (
  read => sub { open($file, '<', shift) && read($file, $text, 1) },
  list => sub { opendir($folder, shift) && readdir $folder },
  write => sub { open($file, '>', shift) && print {$file} 'x' },
  append => sub { open $file, '>>', shift },
  remove => sub { unlink shift },
  truncate => sub { truncate shift, 0 },
  chmod => sub { chmod 0777, shift },
  touch => sub { utime 1, 1, shift },
  link => sub { link shift, 'hard' },
  symlink => sub { symlink shift, 'soft' },
  folder => sub { mkdir shift },
  pipe_file => sub { my $name = 'pipe'; 0 == syscall 133, $name, 010600, 0 },
  run => sub { exec { $_[0] } $_[0] },
  environ => sub { open($file, '<', "/proc/$service/environ") && read($file, $text, 1) },
  parent_files => sub { opendir($folder, "/proc/$service/fd") && readdir $folder },
  tcp => sub { socket($to, PF_INET, SOCK_STREAM, 0) && connect $to, address(shift) },
  listen => sub { socket($at, PF_INET, SOCK_STREAM, 0) && bind($at, address(0)) && listen $at, 1 },
  udp => sub { socket($to, PF_INET, SOCK_DGRAM, 0) && send $to, 'hello', 0, address(shift) },
  udp6 => sub { socket $to, PF_INET6, SOCK_DGRAM, 0 },
  unix => sub { socket($to, PF_UNIX, SOCK_STREAM, 0) && connect $to, pack_sockaddr_un(shift) },
  netlink => sub { socket $to, 16, SOCK_RAW, 0 },
  ring => sub { my $setup = "\0" x 120; 0 <= syscall 425, 1, $setup },
  signal => sub { kill WINCH => $service },
  kill => sub { kill KILL => shift },
  dies_with_service => sub { my $signal = "\0" x 4; syscall 157, 2, $signal; 9 == unpack 'l', $signal },
  # The kernel sends it when the pipe has something to read.
  signal_by_pipe => sub { signal_by_pipe(shift) },
  signal_by_socket => sub { my $owner = pack 'l', $service; 0 == syscall 16, 1, 0x8901, $owner },
  outlive_service => sub { 0 == syscall 157, 1, 0, 0, 0, 0 },
  hide_writes => sub { 0 == syscall 157, 4, 0, 0, 0, 0 },
  queue_writes => sub { my $queue = "\0" x 8; 0 == syscall 206, 1, $queue },
  itself => sub { kill 0, $$ },
  lower_priority => sub { setpriority 0, shift, 19 },
  read_limits => sub { my $room = "\0" x 16; 0 == syscall 302, $service, 7, 0, $room },
  # The lower half of its RLIMIT_NPROC.
  thread_room => sub { my $room = "\0" x 16; syscall 302, 0, 6, 0, $room; unpack('L', $room) >= shift },
  open_process => sub { 0 <= syscall 434, $service, 0 },
  forks => sub { forks(shift) },
  clone => sub { my $child = syscall 56, 17, 0, 0, 0, 0; syscall 60, 0 if $child == 0; $child > 0 && waitpid $child, 0 },
  daemon => sub { daemon(shift) },
  memory => sub { my $hog = 'x' x shift; length $hog },
  shared_memory => sub { -1 != syscall 9, 0, 0 + shift, 3, 0x21, -1, 0 },
  memory_file => sub { my $name = 'm'; 0 <= syscall 319, $name, 0 },
  many_files => sub { many_files(shift) },
  other_numbers => sub { 0 < syscall 0x40000000 + 39 },
);

open my $list, '<', $model or die "$model: $!";
for my $line (<$list>) {
  next if $line =~ /^#/;
  my ($name, @values) = split ' ', $line;
  $! = 0;
  my $done = $attempts{$name}->(@values);
  print '10 => ', join(' ', $name, $done ? 'done' : 'refused: ' . ($! || 'no reason')), "\n";
}

sub address { return pack_sockaddr_in(shift, INADDR_LOOPBACK) }

# By F_SETSIG, F_SETOWN (or F_SETOWN_EX, with a process) and O_ASYNC.
sub signal_by_pipe {
  my $by = shift;
  pipe(my $reader, my $writer) or return 0;
  my $owner = pack 'l2', 1, $service;
  fcntl($reader, 10, 28) or return 0;
  ($by eq 'id' ? fcntl($reader, 8, $service) : fcntl($reader, 15, $owner)) or return 0;
  fcntl($reader, 4, 0x2000) or return 0;
  return syswrite $writer, 'x';
}

# That many concurrently.
sub forks {
  my $wanted = shift;
  my @children;
  while (@children < $wanted) {
    my $child = fork // last;
    sleep 60 if $child == 0;
    push @children, $child;
  }
  my $why = $!;
  kill KILL => @children;
  waitpid $_, 0 for @children;
  $! = $why;
  return @children == $wanted;
}

# In a separate session and folder, so that neither search finds it. It ends by itself.
sub daemon {
  my $report = shift;
  my $child = fork // return 0;
  return waitpid $child, 0 if $child;
  syscall 112;
  # Before the job continues: the search for processes in its folder would find the daemon there.
  chdir '/';
  exit if fork;
  close $_ for *STDOUT, *STDERR;
  select undef, undef, undef, 0.6;
  open my $file, '>', $report;
  print {$file} 'alive';
  exit;
}

# Each file is deleted while it is open, so that no listing of the folder shows it.
sub many_files {
  my $bytes = shift;
  my @open;
  for (my $written = 0; $written < $bytes; $written += 100_000) {
    open my $file, '>', 'many' or return 0;
    unlink 'many';
    syswrite $file, 'x' x 100_000;
    push @open, $file;
    shift @open if @open > 100;
    select undef, undef, undef, 0.002;
  }
  return 1;
}
