#!/usr/bin/env bash
# The daily job is deploy/daily.sh. This forwards to it for units written before 0.3, and goes in 0.4.
exec "$(dirname "$0")/../deploy/daily.sh" "$@"
