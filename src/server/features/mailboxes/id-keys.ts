import type { MacKeys } from '../../adapters/mail/rules/signed-ids.ts'
import type { Dependencies } from '../../context.ts'

/** The keys that sign the ids of our mails. */
export const idKeys = ({ secrets }: Pick<Dependencies, 'secrets'>): MacKeys => secrets.derivedKeys('ids of mails')
