import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { keyFileIn, readKeyFile } from '../../adapters/secrets/key-file.ts'
import { type Check, fine, reasonOf, wrong } from './check.ts'

const OTHERS = 0o077

/** Says where the key lies that encrypts stored secrets, and whether it lies beside the database. */
export const checkSecretKey: Check = async ({ config: { secrets, dataDir, databaseUrl } }) => {
  const name = 'secret key'
  const path = resolve(keyFileIn(dataDir))
  const ofOthers = databaseUrl ? ' Processes with another DATA_DIR need the same key in SECRET_KEY.' : ''
  if (secrets.key) return fine(name, 'SECRET_KEY encrypts stored secrets. Keep a copy of it apart from the backups.')
  if (!existsSync(path)) return fine(name, `None yet: ${path} is made when the first secret is stored.${ofOthers}`)
  try {
    readKeyFile(path)
  } catch (error) {
    return wrong(name, `${reasonOf(error)}.`, 'Restore it from a backup, or enter the secrets again without it.')
  }
  if (process.platform !== 'win32' && statSync(path).mode & OTHERS)
    return wrong(name, `Other users may read ${path}.`, `chmod 600 ${path}`)
  return fine(
    name,
    `${path} lies beside the database, so whoever has a copy of the folder can read its secrets. To keep them apart, move its text to SECRET_KEY.${ofOthers}`,
  )
}
