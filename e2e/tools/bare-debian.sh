# For scripts of bash that root runs, to source. A script that makes a bare machine runs itself anew within namespaces.
NO_ROOT=75 # exit code, as of a failure that is not this project's
SUITE=bookworm

no_root() {
  echo "No bare machine could be made here ($1): $NOT_TRIED." >&2
  exit $NO_ROOT
}

# Runs this script anew, with its arguments and BARE_ROOT, a folder for the machine. All that runs and is mounted there
# ends with the namespaces, so that only files remain to be removed. `NOT_TRIED` says what is left undone without them.
within_namespaces() {
  if [ "$(id -u)" != 0 ]; then
    echo 'Only root can make a root folder of its own and run an ordinary user in it.' >&2
    exit 1
  fi
  command -v debootstrap >/dev/null || no_root 'debootstrap is missing'
  unshare --mount --pid --fork true || no_root 'it takes namespaces'
  BARE_ROOT=$(mktemp -d /var/tmp/baton-bare-XXXXXX)
  export BARE_ROOT
  local code=0
  unshare --mount --pid --fork --kill-child --mount-proc bash "$0" "$@" || code=$?
  rm -rf --one-file-system "$BARE_ROOT"
  exit $code
}

# Makes a minimal Debian in BARE_ROOT, with further packages if they are named.
bare_debian() {
  local mirror
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Release: $SUITE" | head -n 1) || true
  debootstrap --variant=minbase ${1:+"--include=$1"} "$SUITE" "$BARE_ROOT" ${mirror:+"$mirror"} >"$BARE_ROOT/log" 2>&1 ||
    { cat "$BARE_ROOT/log" && no_root 'debootstrap failed'; }
  chmod 755 "$BARE_ROOT" # mktemp closes it to others
  mount --rbind /dev "$BARE_ROOT/dev"
  mount -t proc proc "$BARE_ROOT/proc"
}
