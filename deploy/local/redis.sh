#!/usr/bin/env bash
# A Redis on the loopback interface that is safe for turns: append-only file, no eviction.
#
#   redis.sh start DATA PORT    start, and return when it responds
#   redis.sh status DATA        0 if it runs
#   redis.sh stop DATA          clean shutdown
name=redis
# shellcheck source=common.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
pid_file=redis.pid
usual_port=6379

pid() {
  local found
  found=$(cat "$data/$pid_file" 2>/dev/null) && is_ours "$found" "127.0.0.1:$(cat "$data/port")" && echo "$found"
}

# While it reads its append-only file, it accepts connections and replies LOADING.
serves() {
  local reply
  reply=$(timeout 5 bash -c 'exec 3<>"/dev/tcp/127.0.0.1/$0" || exit 1
    printf "PING\r\n" >&3
    head -n 1 <&3' "$1" 2>/dev/null) || return 1
  [[ $reply == +PONG* ]]
}

start() {
  local found
  if found=$(pid); then echo "$name: already running, pid $found"; return; fi
  taken "$port" && die "port $port is taken." 'Stop the program that uses it, or choose another port.'
  need redis-server 'Debian: apt-get install redis-server; macOS: brew install redis'
  echo "$port" >"$data/port"
  redis-server --port "$port" --bind 127.0.0.1 --dir "$data" --appendonly yes --appendfsync everysec \
    --maxmemory-policy noeviction --daemonize yes --pidfile "$data/$pid_file" --logfile "$data/redis.log" >/dev/null
  for ((i = 0; i < 600; i++)); do
    if found=$(pid) && serves "$port"; then echo "$name: redis://127.0.0.1:$port ready, pid $found"; return; fi
    # Reading a large file takes longer than starting.
    ((i < 50)) || pid >/dev/null || break
    sleep 0.1
  done
  die 'it did not start.' "Details: $data/redis.log"
}

url() { echo "redis://127.0.0.1:$(cat "$data/port")"; }

main "$@"
