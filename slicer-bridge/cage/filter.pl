# The seccomp filter of the cage. Returns a function that installs it, and the numbers of the system calls that launch.pl makes.
#
# It refuses by list: what a slicer calls differs between versions of its libraries, and Landlock already limits files. A call that is
# newer than the list does not exist. Kernels without Landlock's rules for the network, signals and truncation are covered as well.
use strict;
use warnings;

my %columns = (x86_64 => 0, aarch64 => 1);
my %audit_numbers = (x86_64 => 0xc000003e, aarch64 => 0xc00000b7);
# The newest call when the list was made: file_setattr of Linux 6.17.
my $newest = 469;

# Numbers on x86_64 and aarch64. One number if they are equal, and - if there is none.
my %refused = table(<<'END');
fork 57 -
vfork 58 -
socket 41 198
socketpair 53 199
io_uring_setup 425
ptrace 101 117
process_vm_readv 310 270
process_vm_writev 311 271
kcmp 312 272
pidfd_open 434
pidfd_getfd 438
pidfd_send_signal 424
process_madvise 440
process_mrelease 448
rt_sigqueueinfo 129 138
rt_tgsigqueueinfo 297 240
tkill 200 130
setpriority 141 140
sched_setparam 142 118
sched_setscheduler 144 119
sched_setattr 314 274
ioprio_set 251 30
move_pages 279 239
migrate_pages 256 238
setpgid 109 154
chmod 90 -
fchmod 91 52
fchmodat 268 53
fchmodat2 452
chown 92 -
fchown 93 55
lchown 94 -
fchownat 260 54
utime 132 -
utimes 235 -
futimesat 261 -
utimensat 280 88
setxattr 188 5
lsetxattr 189 6
fsetxattr 190 7
removexattr 197 14
lremovexattr 198 15
fremovexattr 199 16
setxattrat 463
removexattrat 466
file_setattr 469
truncate 76 45
shmget 29 194
msgget 68 186
semget 64 190
mq_open 240 180
memfd_create 319 279
memfd_secret 447
fallocate 285 47
io_setup 206 0
io_submit 209 2
splice 275 76
tee 276 77
vmsplice 278 75
bpf 321 280
perf_event_open 298 241
userfaultfd 323 282
add_key 248 217
request_key 249 218
keyctl 250 219
mount 165 40
umount2 166 39
pivot_root 155 41
chroot 161 51
unshare 272 97
setns 308 268
open_tree 428
move_mount 429
fsopen 430
fsconfig 431
fsmount 432
fspick 433
mount_setattr 442
open_tree_attr 467
open_by_handle_at 304 265
fanotify_init 300 262
inotify_init 253 -
inotify_init1 294 26
kexec_load 246 104
kexec_file_load 320 294
init_module 175 105
finit_module 313 273
delete_module 176 106
swapon 167 224
swapoff 168 225
reboot 169 142
sethostname 170 161
setdomainname 171 162
settimeofday 164 170
clock_settime 227 112
adjtimex 159 171
clock_adjtime 305 266
syslog 103 116
acct 163 89
quotactl 179 60
quotactl_fd 443
personality 135 92
modify_ldt 154 -
iopl 172 -
ioperm 173 -
END
# Calls that are refused depending on their arguments, and the calls of launch.pl.
my %number = table(<<'END');
clone 56 220
clone3 435
mmap 9 222
kill 62 129
tgkill 234 131
prlimit64 302 261
sched_setaffinity 203 122
prctl 157 167
fcntl 72 25
ioctl 16 29
capset 126 91
openat 257 56
close_range 436
landlock_create_ruleset 444
landlock_add_rule 445
landlock_restrict_self 446
END

# linux/bpf_common.h, linux/seccomp.h, asm-generic/errno.h.
my ($load, $return, $if_equal, $if_at_least, $if_bits) = (0x20, 0x06, 0x15, 0x35, 0x45);
my ($allow, $kill, $error) = (0x7fff0000, 0x80000000, 0x00050000);
my ($not_permitted, $no_such_call) = ($error | 1, $error | 38);
# Offsets in seccomp_data. The lower half of an argument comes first on little-endian machines.
my ($call_offset, $machine_offset) = (0, 4);
sub argument_offset { return 16 + 8 * $_[0] }
my ($thread, $map_shared, $x32) = (0x10000, 1, 0x40000000);
my ($set_seccomp, $filter_mode) = (22, 2);
# With the first, the process could outlive the service; with the second, the service could not read what the process has written.
my ($set_death_signal, $set_dumpable) = (1, 4);
# F_SETOWN, F_SETSIG and F_SETOWN_EX; FIOSETOWN and SIOCSPGRP. With them the kernel would send signals on behalf of the process.
my @set_signal_of_file = (8, 10, 15);
my @set_owner_of_socket = (0x8901, 0x8902);

sub install {
  my $filter = join '', map { pack 'S C C L', @$_ } instructions();
  my $program = pack 'S x6 P', length($filter) / 8, $filter;
  return 0 == syscall $number{prctl}, $set_seccomp, $filter_mode, $program, 0, 0;
}

# Each instruction: code, jump if true, jump if false, operand.
sub instructions {
  return (
    [$load, 0, 0, $machine_offset],
    [$if_equal, 1, 0, $audit_numbers{machine()}],
    [$return, 0, 0, $kill],
    [$load, 0, 0, $call_offset],
    # The kernel's second set of numbers (x32) would otherwise pass the comparisons.
    [$if_at_least, 0, 1, $x32],
    [$return, 0, 0, $kill],
    [$if_at_least, 0, 1, $newest + 1],
    [$return, 0, 0, $no_such_call],
    # The C library then falls back to clone, whose flags are not behind a pointer.
    on('clone3', [$return, 0, 0, $no_such_call]),
    on('clone', refuse_unless_bits(0, $thread)),
    # The memory limit covers only private memory, and writing to a file through shared memory is not counted.
    on('mmap', refuse_if_bits(3, $map_shared)),
    on('kill', on_itself()),
    on('tgkill', on_itself()),
    on('prlimit64', on_itself()),
    on('sched_setaffinity', on_itself()),
    on('prctl', refuse_if_one_of(0, $set_death_signal, $set_dumpable)),
    on('fcntl', refuse_if_one_of(1, @set_signal_of_file)),
    on('ioctl', refuse_if_one_of(1, @set_owner_of_socket)),
    (map { ([$if_equal, 0, 1, $_], [$return, 0, 0, $not_permitted]) } sort { $a <=> $b } values %refused),
    [$return, 0, 0, $allow],
  );
}

# Returns the steps for one call. They must end with a return, because they overwrite its number.
sub on {
  my ($name, @steps) = @_;
  return [$if_equal, 0, scalar @steps, $number{$name}], @steps;
}

# Allows a call only on the process itself, whose id stays the same when it becomes the slicer. 0 is the process itself, and for kill its
# group, which has no other process.
sub on_itself {
  return (
    [$load, 0, 0, argument_offset(0)],
    [$if_equal, 2, 0, 0],
    [$if_equal, 1, 0, $$],
    [$return, 0, 0, $not_permitted],
    [$return, 0, 0, $allow],
  );
}

sub refuse_if_bits {
  my ($argument, $bits) = @_;
  return [$load, 0, 0, argument_offset($argument)], [$if_bits, 0, 1, $bits], [$return, 0, 0, $not_permitted], [$return, 0, 0, $allow];
}

sub refuse_if_one_of {
  my ($argument, @values) = @_;
  my @each = map { ([$if_equal, 0, 1, $_], [$return, 0, 0, $not_permitted]) } @values;
  return [$load, 0, 0, argument_offset($argument)], @each, [$return, 0, 0, $allow];
}

sub refuse_unless_bits {
  my ($argument, $bits) = @_;
  return [$load, 0, 0, argument_offset($argument)], [$if_bits, 1, 0, $bits], [$return, 0, 0, $not_permitted], [$return, 0, 0, $allow];
}

sub table {
  my %found;
  for my $line (split /\n/, shift) {
    my ($name, @numbers) = split ' ', $line;
    my $value = $numbers[@numbers > 1 ? $columns{machine()} : 0];
    $found{$name} = $value unless $value eq '-';
  }
  return %found;
}

# Read from the program itself, because uname reports the kernel's machine even for a 32-bit program.
sub machine {
  our $machine;
  return $machine if $machine;
  open my $file, '<', '/proc/self/exe' or die "/proc/self/exe: $!\n";
  read $file, my $header, 20;
  my %machines = (62 => 'x86_64', 183 => 'aarch64');
  my ($magic, $bits, $order, $elf) = unpack 'a4 C C x12 S', $header;
  die "this machine is neither x86_64 nor aarch64\n" unless $bits == 2 && $order == 1 && $machines{$elf};
  return $machine = $machines{$elf};
}

(\&install, \%number);
