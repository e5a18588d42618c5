#!/bin/sh
# A PostgreSQL server for the tests alone: in a temporary directory, on a free port of the loopback address,
# without passwords and without fsync, and with the settings of a server somewhere else in the world.
#
#   TEST_DATABASE_URL=$(scripts/postgres-for-tests.sh start)   starts one and prints its address
#   scripts/postgres-for-tests.sh stop "$TEST_DATABASE_URL"    stops it and deletes its files
#
# POSTGRES_BIN names the directory of the server's programs where they are not found.
set -eu

fail() {
  echo "postgres-for-tests: $1" >&2
  exit 1
}

# The server refuses to run as root.
as_owner() {
  if [ "$(id -u)" -eq 0 ]; then
    runuser -u postgres -- "$@"
  else
    "$@"
  fi
}

find_bin() {
  if [ -n "${POSTGRES_BIN:-}" ]; then
    echo "$POSTGRES_BIN"
  elif command -v pg_ctl >/dev/null; then
    dirname "$(command -v pg_ctl)"
  else
    # Debian keeps them out of the path, a directory for each version.
    ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1
  fi
}

free_port() {
  node -e "const s = require('node:net').createServer().listen(0, '127.0.0.1', () => {
    console.log(s.address().port); s.close(); })"
}

bin=$(find_bin)
[ -x "$bin/pg_ctl" ] || fail 'no PostgreSQL server is installed.'

case "${1:-}" in
  start)
    port=$(free_port)
    # The port in the name is how stop finds the directory again.
    directory="${TMPDIR:-/tmp}/postgres-for-tests-$port"
    as_owner mkdir -m 700 "$directory"
    cd "$directory"
    as_owner "$bin/initdb" -D "$directory/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 -N \
      >"/dev/null" || fail 'initdb failed.'
    as_owner "$bin/pg_ctl" -D "$directory/data" -l "$directory/log" -w start -o "-p $port -k $directory \
      -c listen_addresses=127.0.0.1 -c fsync=off -c synchronous_commit=off -c full_page_writes=off \
      -c max_connections=400 -c timezone=Asia/Kathmandu -c datestyle=German \
      -c default_transaction_isolation=serializable" >/dev/null || fail "the server did not start, see $directory/log."
    echo "postgres://postgres@127.0.0.1:$port/postgres"
    ;;
  stop)
    port=$(printf '%s' "${2:-}" | sed -n 's|^postgres://postgres@127\.0\.0\.1:\([0-9]*\)/postgres$|\1|p')
    [ -n "$port" ] || fail 'stop needs the address that start printed.'
    directory="${TMPDIR:-/tmp}/postgres-for-tests-$port"
    cd /
    as_owner "$bin/pg_ctl" -D "$directory/data" -m immediate -w stop >/dev/null
    as_owner rm -rf "$directory"
    ;;
  *)
    fail 'start or stop?'
    ;;
esac
