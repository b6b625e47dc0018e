import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'

/**
 * Runs a command so that nothing it starts outlives it. The wrapper is a child subreaper: every orphan, in its own
 * session or with a scrubbed environment, becomes its child. It talks over fd 3 (a socket): it says `exit CODE SIGNAL`
 * or `unstartable WHY`, then `gone LEFT ENDED`; it is told `stop FIRST TERM_AFTER_S KILL_AFTER_S`. When that socket
 * closes, its parent dies or it is signalled, it ends everything within about a second by itself.
 * Only builtins of perl: modules cost start-up time and may be missing beside perl-base.
 */
const wrapper = String.raw`
my ($prctl, $parent, $leftover) = splice @ARGV, 0, 3;
my ($lost, $status, @plan, %termed, %killed);
$SIG{$_} = sub { $lost = 1 } for qw(TERM INT HUP);
open my $host, '+<&=', 3 or exit 126;
fcntl $host, 2, 1;
syscall($prctl, 36, 1, 0, 0, 0) == 0 or exit 126;
syscall($prctl, 1, 15, 0, 0, 0);
delete $ENV{PERL_BADLANG};
my $main = fork;
if (defined $main && !$main) {
  $SIG{$_} = 'DEFAULT' for qw(TERM INT HUP);
  exec { $ARGV[0] } @ARGV;
  syswrite $host, "unstartable $!\n";
  exit 127;
}
$SIG{PIPE} = 'IGNORE';
$SIG{CHLD} = sub {};
open STDIN, '<', '/dev/null'; open STDOUT, '>', '/dev/null'; open STDERR, '>', '/dev/null';
sub now { open my $u, '<', '/proc/uptime' or return time; (split ' ', <$u>)[0] }
sub descendants {
  my (%kids, @all);
  opendir my $d, '/proc' or return ();
  for my $p (grep /^\d+$/, readdir $d) {
    open my $f, '<', "/proc/$p/stat" or next;
    my $s = <$f>;
    defined $s && $s =~ /.*\) (\S) (\d+)/s or next;
    push @{$kids{$2}}, $p if $1 ne 'Z';
  }
  my @todo = ($$);
  while (@todo) { my $c = $kids{shift @todo} or next; push @all, @$c; push @todo, @$c }
  @all;
}
sub reap {
  while ((my $p = waitpid -1, 1) > 0) {
    next if $p != $main;
    $status = $?;
    syswrite $host, 'exit ' . ($status >> 8) . ' ' . ($status & 127) . "\n";
  }
}
sub attend {
  my $bits = ''; vec($bits, fileno $host, 1) = 1;
  if ($lost || select($bits, undef, undef, $_[0]) <= 0) { $lost ||= getppid != $parent; select undef, undef, undef, $_[0] if $lost; return }
  my $n = sysread $host, my $line, 256;
  if (!$n) { $lost = 1; return }
  @plan = ($1, $2, $3) if $line =~ /stop (\w+) ([\d.]+) ([\d.]+)\s*\z/;
}
if (!defined $main) { syswrite $host, "unstartable $!\n"; $status = 127 << 8 }
until (defined $status or @plan or $lost) { reap(); defined $status or attend(0.1) }
my $since = now();
@plan or @plan = ('TERM', 0, $lost ? 1 : $leftover);
my ($first, $term, $kill, $asked) = @plan;
my $alive;
while (1) {
  my @left = descendants();
  $alive = @left or last;
  my $t = now() - $since;
  if (@plan && $plan[2] != $kill) { $term = 0; $kill = $t + $plan[2] if $t + $plan[2] < $kill; $plan[2] = $kill }
  $kill = $t + 1 if $lost && $kill > $t + 1 && !$asked++;
  last if $t >= $kill;
  if ($first ne 'TERM' && $t < $term && !defined $status) { kill $first => $main unless $termed{first}++ }
  else { $termed{$_}++ or kill TERM => $_ for @left }
  reap();
  attend(0.02);
}
for (1 .. ($alive ? 300 : 0)) {
  reap();
  my @left = descendants();
  $alive = @left or last;
  $killed{$_} = 1 for @left;
  kill STOP => @left;
  kill KILL => descendants();
  select undef, undef, undef, 0.01;
}
reap();
syswrite $host, "gone $alive " . keys(%killed) . "\n";
exit 0;
`

/** The number of prctl(2); absent = the wrapper is not used on that machine. */
const prctlNumber: Partial<Record<NodeJS.Architecture, number>> = { x64: 157, arm64: 167 }

export type Subreaper = { perl: string; prctl: number }

let found: { reaper: Subreaper | null } | null = null

/** The subreaper of this machine, or null where Linux, perl or the system call is missing. Looked for once. */
export function findSubreaper(): Subreaper | null {
  found ??= { reaper: probe() }
  return found.reaper
}

export const subreaperArgs = (reaper: Subreaper, argv: string[], leftoverGraceMs: number): string[] => [
  '-e',
  wrapper,
  String(reaper.prctl),
  String(process.pid),
  String(leftoverGraceMs / 1000),
  ...argv,
]

function probe(): Subreaper | null {
  const prctl = prctlNumber[process.arch]
  const perl = ['/usr/bin/perl', '/bin/perl', '/usr/local/bin/perl'].find(isExecutable)
  if (process.platform !== 'linux' || prctl === undefined || perl === undefined) return null
  const check = spawnSync(perl, ['-e', 'exit(syscall($ARGV[0], 36, 1, 0, 0, 0) == 0 ? 0 : 1)', String(prctl)], {
    timeout: 5_000,
    env: {},
  })
  return check.status === 0 ? { perl, prctl } : null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
