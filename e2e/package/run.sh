#!/usr/bin/env bash
# Runs an archive on a bare machine: a minimal Debian without Node and without a network, whose files an ordinary user may
# read and not write, but for one folder. Before that, it installs, renews and removes the package of Debian that lies
# beside the archive, also where systemd runs, and builds the image and runs it. `e2e/package/run.sh ARCHIVE`, as root, on
# Debian.
set -euo pipefail
archive=$(readlink -f "$1")
set -- "$archive"
cd "$(dirname "$0")/../.."
NOT_TRIED='THE PACKAGE WAS NOT TRIED'
. e2e/tools/bare-debian.sh
if [ "${BARE_ROOT:-}" = '' ]; then within_namespaces "$@"; fi
trap 'exit 1' INT TERM # otherwise the first process of a namespace would ignore them

step() { printf '\n[package] %s (%s s)\n' "$*" "$SECONDS"; }

step 'A minimal Debian'
bare_debian
if chroot "$BARE_ROOT" sh -c 'command -v node'; then
  echo 'This machine is not bare: it has Node.' >&2
  exit 1
fi

# A copy of the minimal Debian, for what needs more than that or less.
bare=$BARE_ROOT/bare.tar
chroot "$BARE_ROOT" apt-get clean
tar -C "$BARE_ROOT" --one-file-system --exclude=./bare.tar -cf "$bare" .

unshare_network() { unshare --net sh -c 'ip link set lo up && exec "$@"' sh node_modules/.bin/node "$@"; }

step 'The package of Debian'
deb=${archive%.tar.gz}.deb
dpkg-deb --raw-extract "$deb" "$BARE_ROOT/newer"
sed -i 's/^Version: .*/&+newer/' "$BARE_ROOT/newer/DEBIAN/control"
sed -i 's/"version": "[^"]*/&-newer/' "$BARE_ROOT/newer/usr/lib/baton/package.json"
dpkg-deb -Znone --build "$BARE_ROOT/newer" "$BARE_ROOT/newer.deb" >/dev/null
cp "$deb" "$BARE_ROOT/first.deb"
if command -v systemd-analyze >/dev/null; then
  systemd-analyze security --offline=true --threshold=20 "$BARE_ROOT/newer/usr/lib/systemd/system/baton.service" | tail -n 1
fi
# One that can't be unpacked, as where the disk is full.
mkdir -p "$BARE_ROOT/broken/DEBIAN"
cp "$BARE_ROOT/newer/DEBIAN/control" "$BARE_ROOT/broken/DEBIAN"
printf '#!/bin/sh\nexit 1\n' >"$BARE_ROOT/broken/DEBIAN/preinst"
chmod 755 "$BARE_ROOT/broken/DEBIAN/preinst"
dpkg-deb --build "$BARE_ROOT/broken" "$BARE_ROOT/broken.deb" >/dev/null
rm -r "$BARE_ROOT/newer" "$BARE_ROOT/broken"
unshare_network e2e/package/debian.ts "$BARE_ROOT" /first.deb /newer.deb

step 'The package of Debian, where systemd runs'
if command -v systemd-nspawn >/dev/null; then
  machine=$BARE_ROOT/machine
  mkdir "$machine"
  tar -xf "$bare" -C "$machine"
  archives=$machine/var/cache/apt/archives
  apt-get -qq -o Dir::State::status="$machine/var/lib/dpkg/status" -o Dir::Cache::archives="$archives" \
    -o Debug::NoLocking=1 --no-install-recommends --download-only --yes install systemd-sysv
  chroot "$machine" sh -c 'apt-get -qq --no-install-recommends install /var/cache/apt/archives/*.deb' >/dev/null
  mv "$BARE_ROOT"/*.deb "$machine"
  # The groups of processes, which systemd keeps, end with this one.
  unshare_network e2e/package/service.ts "$machine" /first.deb /broken.deb /newer.deb
  rm -r --one-file-system "$machine"
else
  echo 'systemd-nspawn is missing: THE PACKAGE OF DEBIAN WAS NOT TRIED UNDER SYSTEMD.' >&2
fi
rm -f "$BARE_ROOT"/*.deb

step 'The image'
if command -v buildah >/dev/null; then
  images() { buildah --root "$BARE_ROOT/images" --runroot "$BARE_ROOT/images-run" --storage-driver vfs "$@"; }
  container=$(images from scratch)
  images add --quiet "$container" "$bare" / >/dev/null
  images commit --quiet --rm "$container" bare >/dev/null
  images build --quiet --isolation chroot --format docker --file deploy/Dockerfile --tag baton \
    --build-arg BASE=localhost/bare --build-arg ARCHIVE="$(basename "$archive")" "$(dirname "$archive")" >/dev/null
  images images
  images inspect --type image baton >"$BARE_ROOT/image.json"
  files=$(images mount "$(images from baton)")
  # A volume begins with what the image has in its place. The rest of the image can't be written to.
  cp -a "$files/var/lib/baton" "$BARE_ROOT/volume"
  mount --bind "$files" "$files"
  mount -o remount,ro,bind "$files"
  mount --bind "$BARE_ROOT/volume" "$files/var/lib/baton"
  mount -t proc proc "$files/proc"
  mount --rbind /dev "$files/dev"
  unshare_network e2e/package/image.ts "$files" "$BARE_ROOT/image.json"
  rm -r "$BARE_ROOT/volume"
else
  echo 'buildah is missing: THE IMAGE WAS NOT TRIED.' >&2
fi
rm "$bare"

step 'The archive'
chroot "$BARE_ROOT" useradd newcomer
mkdir -p "$BARE_ROOT/opt" "$BARE_ROOT/data"
tar -xf "$archive" -C "$BARE_ROOT/opt"
installed=("$BARE_ROOT"/opt/*)
# An installation of its own, and an archive of another version, for the upgrade.
mkdir "$BARE_ROOT/place"
cp -a "${installed[0]}" "$BARE_ROOT/place/baton"
cp -a "${installed[0]}" "$BARE_ROOT/place/newer"
sed -i 's/"version": "[^"]*/&-newer/' "$BARE_ROOT/place/newer/package.json"
tar -I 'gzip -1' -cf "$BARE_ROOT/place/newer.tar.gz" -C "$BARE_ROOT/place" newer
rm -r "$BARE_ROOT/place/newer"
chroot "$BARE_ROOT" chown -R newcomer /place
mount --rbind "$BARE_ROOT" "$BARE_ROOT"
mount --bind "$BARE_ROOT/place" "$BARE_ROOT/place"
mount -t tmpfs tmpfs "$BARE_ROOT/data"
chroot "$BARE_ROOT" chown newcomer /data
mount -o remount,ro,bind "$BARE_ROOT"

step 'An ordinary user, and no network'
unshare_network e2e/package/loop.ts \
  "${installed[0]#"$BARE_ROOT"}/baton" chroot --userspec=newcomer:newcomer "$BARE_ROOT" /usr/bin/env -i
step 'Another version in its place'
unshare_network e2e/package/upgrade.ts /place/baton /place/newer.tar.gz \
  chroot --userspec=newcomer:newcomer "$BARE_ROOT" /usr/bin/env -i
step 'All of it works'
