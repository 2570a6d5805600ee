# Sourced by the scripts beside it: what starting a server has in common. Bash.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# Distributions are unpacked once for all clones of a user.
cache=${QUARRY_SERVERS_CACHE:-${HOME:?}/.cache/quarry/servers}

die() {
  echo "$name: $1" >&2
  shift
  for line in "$@"; do echo "  $line" >&2; done
  exit 1
}

need() {
  command -v "$1" >/dev/null 2>&1 || die "$1 is not installed." "$2"
}

need_java() {
  need java 'Java 17 or newer is needed. Debian: apt-get install openjdk-17-jdk-headless; macOS: brew install openjdk@17'
  need mvn 'Maven fetches the server. Debian: apt-get install maven; macOS: brew install maven'
}

# Is a process with this number there, and is it ours (an argument that names our folder)? A stale file may name another process.
is_ours() {
  [[ -n ${1:-} ]] && ps -ww -o args= -p "$1" 2>/dev/null | grep -qF -- "$2"
}

# Is anybody listening on a port of this machine?
taken() {
  (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

# Waits until a process has gone, at most so many seconds.
gone_within() {
  for ((i = 0; i < $2 * 5; i++)); do
    kill -0 "$1" 2>/dev/null || return 0
    sleep 0.2
  done
  return 1
}

# One download at a time, also where two clones begin at once.
with_lock() {
  mkdir -p "$cache"
  if command -v flock >/dev/null 2>&1; then
    ( flock 9; shift; "$@" ) 9>>"$cache/$1.lock"
  else
    shift
    "$@"
  fi
}
