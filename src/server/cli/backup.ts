import { existsSync } from 'node:fs'
import { keyFileIn } from '../adapters/secrets/key-file.ts'
import { backUp } from '../backup/back-up.ts'
import type { Place } from '../backup/places.ts'
import { type Config, readConfig } from '../settings/config.ts'
import { runCommand } from './command.ts'
import { placeNamed } from './place-named.ts'

/** What the operator should know of the key, without which stored secrets can't be read from the copy. */
function keyNote(config: Config, { name }: Place): string {
  if (config.secrets.key)
    return 'SECRET_KEY is not in it. Keep that apart: without it, stored secrets must be entered again.'
  if (config.backupRecipient)
    return 'Each file is encrypted for BACKUP_RECIPIENT. Keep the identity apart: without it nothing can be restored.'
  if (!existsSync(keyFileIn(config.dataDir))) return 'No secret.key is in it, as nothing has been encrypted yet.'
  return `${name}/secret.key lies beside the database, so whoever has the folder can read its secrets. To keep them apart, move the text of secret.key to SECRET_KEY before you back up.`
}

await runCommand(async ([folder]) => {
  if (!folder) throw new Error('Usage: npm run backup -- FOLDER|s3://BUCKET/FOLDER')
  process.umask(0o077) // nobody else may read what is written
  const config = readConfig()
  const place = placeNamed(folder, config.aws)
  const files = await backUp(config, place).finally(() => place.close())
  console.log(`Backed up to ${place.name}: the database, and ${files} uploaded files. It holds secrets.`)
  console.log(keyNote(config, place))
  console.log('To restore: npm run restore -- FOLDER')
})
