import type { Eraser } from '../../context.ts'
import { countRemoved } from './counts.ts'
import { removeDeliveriesAbout } from './queries.ts'

/**
 * Deletes the deliveries that tell of an erased conversation. One that is being sent at this moment may still arrive,
 * but its attempt is not stored.
 */
export const eraseDeliveries: Eraser = async (tx, { id }) => {
  await countRemoved(tx, await removeDeliveriesAbout(tx, id))
}
