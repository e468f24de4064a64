import { openFilesLimit } from '../../process/open-files.ts'
import { type Check, fine, wrong } from './check.ts'

/** Enough for a few hundred visitors at once; each who has the chat open takes one, and PostgreSQL takes 25. */
const NEEDED = 1_024

export const checkOpenFiles: Check = async () => {
  const limit = openFilesLimit()
  const name = 'open files'
  if (limit === Number.POSITIVE_INFINITY) return fine(name, 'There is no limit.')
  if (limit >= NEEDED) return fine(name, `Up to ${limit} at once.`)
  return wrong(
    name,
    `Only ${limit} files and connections may be open at once; each visitor who has the chat open takes one.`,
    `Raise the limit to ${NEEDED} or more (ulimit -n, LimitNOFILE= of systemd) where the server is started.`,
  )
}
