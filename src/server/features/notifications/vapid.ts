import { makeVapidKey, type VapidKey } from '../../adapters/push/vapid-key.ts'
import type { Dependencies } from '../../context.ts'
import { insertPushKey, selectPushKey } from './subscription-queries.ts'

type Settings = Pick<Dependencies['config'], 'mail' | 'publicUrl'>

/**
 * The address at which push services reach this server's operator, without which it pushes nothing (RFC 8292): that of
 * its mail, else its own if that is https; undefined if it has neither.
 */
export function pushSubject({ mail, publicUrl }: Settings): string | undefined {
  if (mail) return `mailto:${mail.from.address}`
  return publicUrl?.startsWith('https:') ? publicUrl : undefined
}

/** The key by which push services know this server, made when it is first needed and kept in the database. */
export async function vapidKey({ database }: Pick<Dependencies, 'database'>): Promise<VapidKey> {
  const known = await selectPushKey(database.read)
  if (known) return JSON.parse(known.key_pair)
  return database.transaction(async (tx) => {
    await insertPushKey(tx, JSON.stringify(makeVapidKey()))
    return JSON.parse((await selectPushKey(tx))!.key_pair)
  })
}
