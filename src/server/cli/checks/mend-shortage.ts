import { shortageOf } from '../../process/shortage.ts'

const bySystemCode: Record<string, string> = {
  EDQUOT: 'Make room within the disk quota of the user that runs the server, or raise it.',
  EFBIG: 'Raise the limit on the size of a file (ulimit -f, LimitFSIZE= of systemd), or move to another file system.',
  EROFS: 'Mount that disk for writing again; Linux stops writing to a disk that fails, and says so in dmesg.',
  EIO: 'That disk fails: look into dmesg, and move the folder to another one.',
  ENFILE: 'Too many files are open on the whole machine: end what opens them, or raise fs.file-max.',
}

/** How to end the shortage that an error tells of; undefined if it tells of none. */
export function mendOfShortage(error: unknown): string | undefined {
  const byCode = bySystemCode[(error as { code?: string } | undefined)?.code ?? '']
  if (byCode) return byCode
  switch (shortageOf(error)) {
    case 'disk':
    case 'reserve':
      return 'Make room on that disk, or move what it holds to a larger one.'
    case 'files':
      return 'Raise the limit of open files (ulimit -n, LimitNOFILE= of systemd).'
    case 'memory':
      return 'Give this machine or its database server more memory, or end what uses it.'
    case 'connections':
      return 'Raise max_connections of PostgreSQL, or let fewer programs and processes connect to it.'
    case 'program':
      return 'Run npm ci: parts of this program are missing.'
    case 'storage':
      return 'See to the object storage that STORAGE_URL names, its bucket and the AWS_… variables.'
    default:
      return undefined
  }
}
