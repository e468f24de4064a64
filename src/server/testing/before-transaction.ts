import type { Dependencies } from '../context.ts'

/** Lets something else happen after what runs next has read, and before the transaction begins in which it writes. */
export function beforeTransaction({ database }: Dependencies, happens: () => Promise<unknown>): void {
  const { transaction } = database
  database.transaction = async (work) => {
    database.transaction = transaction
    await happens()
    return transaction(work)
  }
}
