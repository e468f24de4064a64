import type { Data } from '#contract/index.ts'
import { intentOf } from '../../adapters/models/intents.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { VerbInput } from '../../http/binding.ts'
import { presentReceipt } from './presenter.ts'
import { selectReceipt, selectVisitorWordsBefore } from './queries.ts'

/** Why the AI said this. Whether a person was asked for is read from the visitor's own words, whichever model replied. */
export async function getReceipt(
  { database: { read } }: Context,
  { message }: VerbInput<'getReceipt'>,
): Promise<Data<'getReceipt'>> {
  const receipt = await selectReceipt(read, message.id)
  if (!receipt) throw new AppError('resource_not_found')
  const said = await selectVisitorWordsBefore(read, message)
  return presentReceipt(receipt, said !== undefined && intentOf(said.content) === 'person')
}
