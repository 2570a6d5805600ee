#!/usr/bin/env bash
# `./quarry servers`: the servers of a team installation, on this machine, without Docker.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)

help() {
  cat <<'TEXT'
Usage: ./quarry servers up | down | status | env  [elasticsearch] [neo4j] [redis]

Real Elasticsearch 8.19, Neo4j 5.26 and Redis on this machine, loopback only, without Docker and without passwords: for
contributors, and to try what a team would run. Needs Java 17, Maven and redis-server; the first start fetches about 1.1 GB.

  up       start them (those that are named, else all three), and say how Quarry finds them
  down     stop them; their data stays. With --delete-data it goes, too
  status   which of them run
  env      the settings alone: eval "$(./quarry servers env)"

Their data lies in .setup/servers of the clone. Ports: QUARRY_SERVERS_ELASTICSEARCH_PORT (9200), QUARRY_SERVERS_NEO4J_PORT (7687),
QUARRY_SERVERS_REDIS_PORT (6379). Distributions are kept in ~/.cache/quarry/servers.
TEXT
}

dir=${QUARRY_SERVERS_DIR:-$root/.setup/servers}
port_of() {
  case $1 in
    elasticsearch) echo "${QUARRY_SERVERS_ELASTICSEARCH_PORT:-9200}" ;;
    neo4j) echo "${QUARRY_SERVERS_NEO4J_PORT:-7687}" ;;
    redis) echo "${QUARRY_SERVERS_REDIS_PORT:-6379}" ;;
  esac
}

command=help
delete=
chosen=()
for argument in "$@"; do
  case $argument in
    up | down | status | env | help) command=$argument ;;
    -h | --help) command=help ;;
    --delete-data) delete=yes ;;
    elasticsearch | neo4j | redis) chosen+=("$argument") ;;
    *)
      echo "servers: '$argument' is neither a command nor a server. See: ./quarry servers --help" >&2
      exit 2
      ;;
  esac
done
[[ ${#chosen[@]} -gt 0 ]] || chosen=(redis neo4j elasticsearch)

env_of() {
  case $1 in
    elasticsearch)
      echo "export SEARCH_INDEX_URL=elasticsearch:http://127.0.0.1:$(port_of "$1")"
      echo "export HISTORY_STORE_URL=elasticsearch:http://127.0.0.1:$(port_of "$1")"
      ;;
    neo4j) echo "export GRAPH_STORE_URL=bolt://127.0.0.1:$(port_of "$1")" ;;
    redis) echo "export REDIS_URL=redis://127.0.0.1:$(port_of "$1")" ;;
  esac
}

case $command in
  help) help ;;
  up)
    for server in "${chosen[@]}"; do "$here/$server.sh" start "$dir/$server" "$(port_of "$server")"; done
    echo
    echo '# Quarry finds them with these settings, also by: eval "$(./quarry servers env)"'
    for server in "${chosen[@]}"; do env_of "$server"; done
    ;;
  down)
    for server in "${chosen[@]}"; do
      "$here/$server.sh" stop "$dir/$server"
      [[ -z $delete ]] || rm -rf "${dir:?}/$server"
    done
    ;;
  status)
    all=0
    for server in "${chosen[@]}"; do "$here/$server.sh" status "$dir/$server" || all=1; done
    exit $all
    ;;
  env) for server in "${chosen[@]}"; do env_of "$server"; done ;;
esac
