import { z } from 'zod'
import { type Check, fine, wrong } from './check.ts'

/** Enough for a few hundred visitors at once; each who has the chat open takes one, and PostgreSQL takes 25. */
const NEEDED = 1_024

const report = z.object({ userLimits: z.object({ open_files: z.object({ soft: z.union([z.number(), z.string()]) }) }) })

/** Checks how many files and connections a process of this user may have open at once. Windows has no such limit. */
export const checkOpenFiles: Check = async () => {
  const limit = openFilesLimit()
  if (limit === undefined) return []
  const name = 'open files'
  if (limit >= NEEDED)
    return [fine(name, `Up to ${limit === Number.POSITIVE_INFINITY ? 'any number' : limit} at once.`)]
  return [
    wrong(
      name,
      `Only ${limit} files and connections may be open at once; each visitor who has the chat open takes one.`,
      `Raise the limit to ${NEEDED} or more (ulimit -n, LimitNOFILE= of systemd) where the server is started.`,
    ),
  ]
}

function openFilesLimit(): number | undefined {
  process.report.excludeNetwork = true // the report would look up names of hosts
  const found = report.safeParse(process.report.getReport())
  if (!found.success) return undefined
  const { soft } = found.data.userLimits.open_files
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft)
}
