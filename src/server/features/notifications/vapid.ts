import { makeVapidKey, type VapidKey } from '../../adapters/push/vapid-key.ts'
import { SecretUnreadable } from '../../adapters/secrets/secrets.ts'
import type { Dependencies } from '../../context.ts'
import { changePushKey, insertPushKey, selectPushKey } from './subscription-queries.ts'

type Settings = Pick<Dependencies['config'], 'mail' | 'publicUrl'>

/**
 * The address at which push services reach this server's operator, without which it pushes nothing (RFC 8292): that of
 * its mail, else its own if that is https; undefined if it has neither.
 */
export function pushSubject({ mail, publicUrl }: Settings): string | undefined {
  if (mail) return `mailto:${mail.from.address}`
  return publicUrl?.startsWith('https:') ? publicUrl : undefined
}

/** The key is sealed for this place. */
const PLACE = { table: 'push_keys', column: 'key_pair', row: 'vapid' }

/**
 * The key by which push services know this server, made when it is first needed and kept sealed in the database.
 * @throws SecretUnreadable
 */
export async function vapidKey({ database, secrets }: Pick<Dependencies, 'database' | 'secrets'>): Promise<VapidKey> {
  const known = await selectPushKey(database.read)
  if (known && !isClear(known.key_pair)) return JSON.parse(secrets.open(known.key_pair, PLACE))
  return database.transaction(async (tx) => {
    await insertPushKey(tx, secrets.seal(JSON.stringify(makeVapidKey()), PLACE))
    const { key_pair } = (await selectPushKey(tx))!
    if (!isClear(key_pair)) return JSON.parse(secrets.open(key_pair, PLACE))
    await changePushKey(tx, key_pair, secrets.seal(key_pair, PLACE))
    return JSON.parse(key_pair)
  })
}

/** The key, or undefined if it can't be read with the key of this server, which then pushes nothing. */
export async function readableVapidKey(
  deps: Pick<Dependencies, 'database' | 'secrets' | 'log'>,
): Promise<VapidKey | undefined> {
  try {
    return await vapidKey(deps)
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error
    deps.log.warn({ err: error }, 'Nothing is pushed to browsers')
    return undefined
  }
}

/** Seals the key if an earlier version has stored it in clear. */
export async function sealVapidKey(deps: Pick<Dependencies, 'database' | 'secrets'>): Promise<void> {
  const known = await selectPushKey(deps.database.read)
  if (known && isClear(known.key_pair)) await vapidKey(deps)
}

/** Whether a stored key is the JSON Web Key itself, as versions before this one kept it. */
const isClear = (stored: string): boolean => stored.startsWith('{')
