#!/bin/sh
# Backs up what can't be built again: the memory, the keys, the settings. offers-backup.service runs it each day. Parts that
# this machine does not have are left out. Each part is checked before it replaces the last one; if the check fails, the last
# one stays, and the backup ends with 1 after the others. Folders named by days
# hold the last seven valid copies of each part.
set -eu
umask 077
: "${BACKUP:?the folder of the backup}" "${PUBLIC:?the output folder}"
today=$BACKUP/$(date -u +%F)
work=$BACKUP/.work
rm -rf "$work"
mkdir -p "$work" "$today"
trap 'rm -rf "$work"' EXIT
failed=''

# keep PART MAKE CHECK: makes a part in the working folder, and takes it if that succeeds and the check, too.
keep() {
  if "$2" "$work/$1" && "$3" "$work/$1"; then
    ln -f "$work/$1" "$today/$1"
    mv "$work/$1" "$BACKUP/$1"
  else
    echo "backup: $1 is invalid: the last valid copy is kept" >&2
    failed="$failed $1"
  fi
}

make_memory() {
  tar -czf "$1" -C "$PUBLIC" --exclude=routes latest.json releases
}

# Whether a build could continue the unpacked memory: `check` reads all of it, next to a source that is none of ours. A
# release that is later than now is valid, too.
check_memory() {
  mkdir "$work/memory" && tar -xzf "$1" -C "$work/memory" --no-same-owner || return 1
  build() { env -i PATH="$PATH" node dist/build.mjs "$@" 2>&1; }
  build init "$work/source" >/dev/null || return 1
  build check --source "$work/source" --as-of now --on-broken accept --previous "$work/memory" >"$work/said" ||
    grep -q '^Invalid (not-newer)' "$work/said" || { grep '^offers-build' "$work/said" >&2; return 1; }
}

# The links say which units are enabled.
make_settings() (
  cd "${ROOT:-/}" || return 1
  file=$1
  set --
  for each in etc/offers etc/nginx/nginx.conf etc/nginx/conf.d etc/nginx/offers etc/letsencrypt etc/redis etc/prometheus \
    etc/default/prometheus* etc/systemd/system/offers-*.d etc/systemd/system/*.wants/offers-* \
    var/lib/offers-build/source; do
    if [ -e "$each" ] || [ -L "$each" ]; then set -- "$@" "$each"; fi
  done
  tar -czf "$file" "$@"
)

check_settings() {
  tar -tzf "$1" >/dev/null
}

# Keys and revocations are added to those of the last backup, so a store that lost some does not take them from it.
make_keys() {
  [ ! -e "$BACKUP/keys.ndjson" ] || cp "$BACKUP/keys.ndjson" "$1" || return 1
  OFFERS_FROM=$OFFERS_KEYS node dist/gateway.mjs keys copy --to "$1"
}

check_keys() {
  node dist/gateway.mjs keys list --keys "$1" >/dev/null
}

# A folder that was lost does not take the place of its backup.
[ ! -e "$PUBLIC/latest.json" ] || keep memory.tar.gz make_memory check_memory
keep settings.tar.gz make_settings check_settings
[ -z "${OFFERS_KEYS:-}" ] || keep keys.ndjson make_keys check_keys

# By parts and not by days: a part that fails for a week keeps its last valid copies.
find "$BACKUP" -path "$BACKUP/20??-??-??/*" -printf '%f\n' | sort -u | while read -r part; do
  find "$BACKUP" -path "$BACKUP/20??-??-??/$part" | sort | head -n -7 | xargs -r rm
done
find "$BACKUP" -mindepth 1 -maxdepth 1 -name '20??-??-??' -empty -delete

if [ -n "${METRICS:-}" ]; then
  success=$(grep '^offers_backup_success' "$METRICS" 2>/dev/null || true)
  [ -n "$failed" ] || success="offers_backup_success_timestamp_seconds $(date +%s)"
  printf '%s\noffers_backup_failed %d\n' "$success" "${failed:+1}" >"$METRICS.new"
  # node_exporter is another user.
  chmod 644 "$METRICS.new"
  mv "$METRICS.new" "$METRICS"
fi
[ -z "$failed" ]
