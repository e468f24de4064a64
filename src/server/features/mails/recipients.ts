import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { normalAddress } from '../../adapters/mail/read/addresses.ts'
import type { Address } from '../../adapters/mail/read/mail-facts.ts'
import { invalid } from '../../errors.ts'

/** Who gets a mail. Nobody is named twice. */
export interface Recipients {
  to: Address[]
  cc: Address[]
  bcc: Address[]
}

const anAddress = z.email()

/**
 * Who gets a mail of a member: whom they typed, and where they typed nobody, whom the last mail asks to answer.
 * @param own the organization's own addresses, as mail to these would come back and be taken for a loop
 * @throws AppError 422 for the first address that is none or our own, for too many and for nobody
 */
export function recipientsOf(
  typed: { [Kind in keyof Recipients]?: readonly string[] | undefined },
  usual: Pick<Recipients, 'to' | 'cc'>,
  own: readonly string[],
): Recipients {
  const known = new Map([...usual.cc, ...usual.to].map((one) => [one.address, one]))
  const taken = new Set<string>()
  const read = (kind: keyof Recipients): Address[] => {
    const given = typed[kind]?.map((each, index) => {
      const address = normalAddress(each)
      const field = `${kind}.${index}`
      if (!known.has(address) && !anAddress.safeParse(address).success)
        throw invalid(field, 'must be a valid e-mail address')
      if (own.includes(address)) throw invalid(field, 'must not be an address of your own mailboxes')
      return known.get(address) ?? { address, name: '' }
    })
    const all = given ?? (kind === 'bcc' ? [] : usual[kind])
    return all.filter(({ address }) => !taken.has(address) && taken.add(address))
  }
  const recipients = { to: read('to'), cc: read('cc'), bcc: read('bcc') }
  if (recipients.to.length === 0) throw invalid('to', 'must name somebody')
  if (taken.size > limits.mailRecipients) throw invalid('to', `must name at most ${limits.mailRecipients} in all`)
  return recipients
}
