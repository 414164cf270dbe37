#!/bin/sh
# Restarts the gateways of this machine one after another, each when the previous one is ready, so that no request
# fails: restart-gateways.sh [PORT…], by default all running ones. Stops at the first one that does not become ready.
set -eu
WAIT_SECONDS=${WAIT_SECONDS:-60}
ENVIRONMENT=${ENVIRONMENT:-/etc/offers/gateway.env}

# The address of the admin ports: OFFERS_ADMIN_HOST, as systemd reads it for the units, or the loopback.
# shellcheck disable=SC2016 # the shell of systemd-run has the variable
host=$(systemd-run --wait --pipe --quiet -p "EnvironmentFile=$ENVIRONMENT" sh -c 'printf %s "$OFFERS_ADMIN_HOST"')
case $host in '' | 0.0.0.0 | ::) host=127.0.0.1 ;; *:*) host="[$host]" ;; esac

if [ $# -eq 0 ]; then
  running=$(systemctl list-units --plain --no-legend --state=active 'offers-gateway@*.service')
  # shellcheck disable=SC2046 # a word for each port
  set -- $(printf '%s\n' "$running" | sed -n 's/^offers-gateway@\([0-9]*\)\.service .*/\1/p')
fi
if [ $# -eq 0 ]; then
  echo 'restart-gateways: no gateway runs here' >&2
  exit 1
fi

for port in "$@"; do
  systemctl restart "offers-gateway@$port"
  waited=0
  until curl --fail --silent --output /dev/null --max-time 5 "http://$host:1$port/readyz"; do
    waited=$((waited + 1))
    if [ "$waited" -ge "$WAIT_SECONDS" ]; then
      echo "restart-gateways: the gateway on port $port is not ready after $WAIT_SECONDS s; the others were left as they are: journalctl -u offers-gateway@$port -n 20" >&2
      exit 1
    fi
    sleep 1
  done
  echo "the gateway on port $port is ready"
done
