#!/bin/sh
# A redis-server (or valkey-server) for what needs one: says where it is, installs it where that is possible
# without asking anybody (root on Debian or Ubuntu; Homebrew), and else says what to do.
# Exit code: 0 one is there, 3 none is.
set -u

found() {
  for name in redis-server valkey-server; do
    at=$(command -v "$name" 2> /dev/null) && break
  done
  [ -n "$at" ] || return 1
  printf 'Redis: %s (%s)\n' "$at" "$("$at" --version | sed 's/.* v=\([^ ]*\).*/\1/')"
}

install_quietly() {
  printf 'Redis: not here; installing it with "%s" (this can take a minute) ...\n' "$*"
  output=$("$@" 2>&1) || {
    printf '%s\n' "$output" | tail -n 5 | sed 's/^/  | /'
    return 1
  }
}

apt() { DEBIAN_FRONTEND=noninteractive apt-get "$@"; }

found && exit 0
if command -v apt-get > /dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
  install_quietly apt install -y --no-install-recommends redis-server ||
    { install_quietly apt update && install_quietly apt install -y --no-install-recommends redis-server; }
elif command -v brew > /dev/null 2>&1; then
  install_quietly brew install redis
fi
found && exit 0

cat << 'TEXT'
Redis: no redis-server was found. What needs it is left out; everything else works without.
  Debian, Ubuntu:  sudo apt-get install redis-server
  macOS:           brew install redis
  elsewhere:       https://redis.io/docs/latest/operate/oss_and_stack/install/
TEXT
exit 3
