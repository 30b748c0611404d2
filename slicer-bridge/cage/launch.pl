# Locks this process into the current folder and becomes the command: perl launch.pl READABLE... -- COMMAND...
# With --probe instead of a command it checks that the lock holds and prints the version of Landlock.
#
# Landlock limits files: everything in the current folder, reading in the system's folders and in READABLE, nothing else. Where the
# kernel has them, its rules against TCP and against signals to other processes are a second wall. The seccomp filter (filter.pl)
# refuses processes, sockets, and system calls that reach other processes, on every kernel. No capability is left.
#
# Perl, because perl-base is on every Debian and its syscall() needs no compiler. No module but strict and warnings, for a quick start.
use strict;
use warnings;

my $folder = $0 =~ s{[^/]*$}{}r;
my ($set_filter, $number) = do "${folder}filter.pl" or stop('filter.pl', $@ || $!);

# Every folder with programs, libraries and their data. Not all of /usr, because services are installed in /usr/src and /usr/local.
my @programs = qw(/bin /lib /lib64 /usr/bin /usr/lib /usr/lib64 /usr/libexec /usr/share /usr/local/lib);
# Files that the loader and the slicer's libraries read. None contains information about another process.
my @data = qw(
  /etc/ld.so.cache /etc/localtime /etc/fonts /etc/gnutls /etc/ssl/openssl.cnf /dev/urandom /proc/self/maps /proc/meminfo /proc/cpuinfo
  /proc/filesystems /proc/version /proc/sys/vm/nr_hugepages /sys/devices/system/cpu/online /sys/kernel/mm/transparent_hugepage/enabled
);

# Bits of linux/landlock.h.
my ($execute, $write_file, $read_file, $read_dir, $remove_file) = (1, 2, 4, 8, 1 << 5);
my ($make_file, $truncate) = (1 << 8, 1 << 14);
my $of_files = $execute | $write_file | $read_file | $truncate;
# The rights over files in each version, cumulative.
my @rights = (0, (1 << 13) - 1, (1 << 14) - 1, (1 << 15) - 1, (1 << 15) - 1, (1 << 16) - 1);
my ($tcp, $scopes) = (3, 3);
my ($first_with_tcp, $first_with_scopes) = (4, 6);
my ($create_version, $path_beneath, $ruleset_argument_path) = (1, 1, 0x200000 | 0x80000);

my @readable;
while (@ARGV && $ARGV[0] !~ /^--/) { push @readable, shift @ARGV }
my $mode = shift @ARGV // stop('arguments', 'a command is missing');

my $version = syscall $number->{landlock_create_ruleset}, 0, 0, $create_version;
stop('Landlock', $!) if $version < 1;
my $handled = $rights[$version < $#rights ? $version : $#rights];
my $ruleset = create_ruleset();
allow($_, $execute | $read_file | $read_dir) for @programs, @readable;
allow($_, $read_file | $read_dir) for @data;
allow('/dev/null', $read_file | $write_file);
# No links, pipes or devices, because the service reads the result without a cage.
allow('.', $read_file | $read_dir | $write_file | $make_file | $remove_file | $truncate);

my ($no_new_privileges, $inherit_only) = (38, 4);
must('no_new_privs', $number->{prctl}, $no_new_privileges, 1, 0, 0, 0);
drop_capabilities();
limit_threads();
must('descriptors', $number->{close_range}, 3, ~0 & 0xffffffff, $inherit_only);
must('Landlock', $number->{landlock_restrict_self}, $ruleset, 0);
$set_filter->() or stop('seccomp', $!);

if ($mode eq '--probe') { probe() }
else {
  no warnings 'exec';
  exec { $ARGV[0] } @ARGV or stop($ARGV[0], $!);
}

sub create_ruleset {
  my $attributes = pack 'Q', $handled;
  $attributes .= pack 'Q', $tcp if $version >= $first_with_tcp;
  $attributes .= pack 'Q', $scopes if $version >= $first_with_scopes;
  return must('Landlock', $number->{landlock_create_ruleset}, $attributes, length $attributes, 0);
}

# Allows access to a path. A path that does not exist is skipped.
sub allow {
  my ($path, $access) = @_;
  my $at = syscall $number->{openat}, -100, $path, $ruleset_argument_path, 0;
  return if $at < 0;
  $access &= $of_files unless -d $path;
  my $rule = pack 'Q l', $access & $handled, $at;
  must("Landlock on $path", $number->{landlock_add_rule}, $ruleset, $path_beneath, $rule, 0);
}

# Clears all three sets, in the layout of version 3 of capset.
sub drop_capabilities {
  my ($header, $none) = (pack('L l', 0x20080522, 0), pack 'L6', (0) x 6);
  must('capabilities', $number->{capset}, $header, $none);
}

# The kernel counts the user's threads in all processes and containers, which are at most those of the machine.
sub limit_threads {
  my ($processes, $more, $current) = (6, 4096, "\0" x 16);
  open my $file, '<', '/proc/loadavg' or stop('/proc/loadavg', $!);
  my ($threads) = <$file> =~ m{/(\d+)};
  # Not through must(), which would read into a copy.
  stop('threads', $!) if 0 > syscall $number->{prlimit64}, 0, $processes, 0, $current;
  my $limit = $threads + $more;
  my $highest = unpack 'x8 Q', $current;
  $limit = $highest if $highest < $limit;
  my $wanted = pack 'Q2', $limit, $limit;
  must('threads', $number->{prlimit64}, 0, $processes, $wanted, 0);
}

sub probe {
  my @open = grep { open my $file, '<', $_ } '/etc/passwd', '/proc/1/status';
  stop('probe', "$open[0] can be read") if @open;
  stop('probe', 'a process can be started') if defined fork;
  print "$version\n";
}

sub must {
  my ($what, @call) = @_;
  my $result = syscall shift @call, @call;
  stop($what, $!) if $result < 0;
  return $result;
}

sub stop {
  my ($what, $why) = @_;
  print STDERR "cage: $what: $why\n";
  exit 126;
}
