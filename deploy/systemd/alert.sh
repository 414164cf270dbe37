#!/bin/sh
# Goes to /etc/offers/alert. Posts {"text": "UNIT failed on MACHINE"} to ALERT_URL, for Slack, Mattermost and others.
# alert UNIT MACHINE
set -eu
if [ -z "${ALERT_URL:-}" ]; then
  echo 'alert: ALERT_URL is not set: put it into /etc/offers/alert.env' >&2
  exit 2
fi
# SECURITY: the address is a secret, and other users can read command lines.
printf 'url = "%s"\n' "$ALERT_URL" |
  curl --fail --silent --show-error --output /dev/null --max-time 20 --retry 5 --retry-all-errors --config - \
    --header 'Content-Type: application/json' --data "{\"text\":\"$1 failed on $2\"}"
