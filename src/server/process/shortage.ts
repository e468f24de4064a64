/**
 * What a machine lacks: room on a disk, file descriptors, memory, connections to the database server, parts of this
 * program, as while its packages are installed anew, or the object storage that keeps its files; or what it keeps back of
 * the disk, so that there is room for conversations when nothing else has any.
 */
export type Shortage = 'disk' | 'files' | 'memory' | 'connections' | 'program' | 'storage' | 'reserve'

const bySystemCode: Record<string, Shortage> = {
  ENOSPC: 'disk', // full
  EDQUOT: 'disk', // over the user's quota
  EFBIG: 'disk', // over the largest size of a file
  EROFS: 'disk', // mounted again for reading only, as Linux does after errors of a disk
  EIO: 'disk',
  EMFILE: 'files', // the limit of this process
  ENFILE: 'files', // the limit of the whole machine
  ENOMEM: 'memory',
  ERR_MODULE_NOT_FOUND: 'program',
  MODULE_NOT_FOUND: 'program',
  ERR_DLOPEN_FAILED: 'program',
  ERR_INVALID_PACKAGE_CONFIG: 'program', // only half written
  ERR_STORAGE_AWAY: 'storage',
  ERR_DISK_RESERVE: 'reserve',
}

// Result codes of SQLite (sqlite.org/rescode.html). Quotas and limits of file sizes are input/output errors (10).
const bySqliteCode: Record<number, Shortage> = { 7: 'memory', 10: 'disk', 13: 'disk', 14: 'files' }

// SQLSTATEs of PostgreSQL (manual, appendix A).
const byState: Record<string, Shortage> = {
  '53000': 'files', // how PostgreSQL reports that its own file descriptors are used up
  '53100': 'disk',
  '53200': 'memory',
  '53300': 'connections',
  '58030': 'disk', // input/output error
}
/** PostgreSQL has no code for these two, and reports them as internal errors (XX000). */
const POSTGRES_QUOTA = /: (Disk quota exceeded|File too large)$/m

/** Where packages lie, some of which read files of their own, such as a model's weights. */
const OF_PACKAGE = /[\\/]node_modules[\\/]/

const DEEPEST_CAUSE = 8

/**
 * What the machine is short of, if that made something fail. Causes count too, as adapters wrap the system's errors.
 */
export function shortageOf(error: unknown, depth = 0): Shortage | undefined {
  if (typeof error !== 'object' || error === null || depth > DEEPEST_CAUSE) return undefined
  const { code, errcode, message, cause, errors } = error as Partial<
    Record<'code' | 'errcode' | 'message' | 'cause' | 'errors', unknown>
  >
  if (typeof errcode === 'number') return bySqliteCode[errcode & 0xff] // the higher bytes only add detail
  if (typeof code === 'string') {
    const found = bySystemCode[code] ?? byState[code]
    if (found) return found
    if (code === 'ENOENT' && OF_PACKAGE.test(String(message))) return 'program'
    if (code === 'XX000' && typeof message === 'string' && POSTGRES_QUOTA.test(message)) return 'disk'
  }
  for (const inner of [cause, ...(Array.isArray(errors) ? errors : [])]) {
    const found = shortageOf(inner, depth + 1)
    if (found) return found
  }
  return undefined
}

/** What a client is told, whose request could not be served for want of it. */
export const shortageMessages: Record<Shortage, string> = {
  disk: 'The disk of this server is full or takes no writes at the moment. Nothing was changed; try again shortly.',
  files: 'This server has too many files and connections open at the moment. Nothing was changed; try again shortly.',
  memory: 'This server has too little memory at the moment. Nothing was changed; try again shortly.',
  connections: 'The database has no connection to spare at the moment. Nothing was changed; try again shortly.',
  program: 'Parts of this server’s program are missing at the moment. Nothing was changed; try again shortly.',
  reserve:
    'The disk of this server is almost full. Uploads, crawls and training wait until there is more room; conversations go on.',
  storage: 'The storage of files can’t be reached at the moment. Nothing was changed; try again shortly.',
}
