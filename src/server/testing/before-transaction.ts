import type { Dependencies } from '../context.ts'

/**
 * Makes `happens` run once, just before the next transaction begins: after the code under test has read something, and
 * before it writes.
 */
export function beforeTransaction({ database }: Dependencies, happens: () => Promise<unknown>): void {
  const { transaction } = database
  database.transaction = async (work) => {
    database.transaction = transaction
    await happens()
    return transaction(work)
  }
}
