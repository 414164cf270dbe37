#!/bin/sh
# Backs up what can't be built again: the memory, the keys, the settings. offers-backup.service runs it each day. Parts that
# this machine does not have are left out. Each file is replaced when the new one is whole.
set -eu
umask 077
: "${BACKUP:?the folder of the backup}" "${PUBLIC:?the output folder}"
mkdir -p "$BACKUP"

# pack NAME OPTION…: makes NAME.tar.gz with these options of tar.
pack() {
  file=$BACKUP/$1.tar.gz
  shift
  tar -czf "$file.new" "$@"
  mv "$file.new" "$file"
}

# A folder that was lost does not take the place of its backup.
if [ -e "$PUBLIC/latest.json" ]; then
  pack memory -C "$PUBLIC" --exclude=routes latest.json releases
fi

# The links say which units are enabled.
(
  cd "${ROOT:-/}"
  set --
  for each in etc/offers etc/nginx/conf.d etc/nginx/offers etc/letsencrypt etc/redis etc/prometheus \
    etc/default/prometheus* etc/systemd/system/offers-*.d etc/systemd/system/*.wants/offers-* \
    var/lib/offers-build/source; do
    if [ -e "$each" ] || [ -L "$each" ]; then set -- "$@" "$each"; fi
  done
  pack settings "$@"
)

# Keys and revocations are added to those of the day before, so a store that lost some does not take them from the backup.
# They come last: a store that cannot be read ends the backup.
if [ -n "${OFFERS_KEYS:-}" ]; then
  OFFERS_FROM=$OFFERS_KEYS node dist/gateway.mjs keys copy --to "$BACKUP/keys.ndjson"
fi
