#!/usr/bin/env bash
# The daily job is deploy/daily.sh. This forwards to it as long as one may upgrade from 0.2 directly: the units of 0.2 name
# this file, and a timer may start one of them before it is replaced.
exec "$(dirname "$0")/../deploy/daily.sh" "$@"
