import { type Kysely, sql } from 'kysely'

/**
 * Subtracts from the `credits` of unfinished check runs and proofs what replies of providers' models have spent, since
 * the column now holds what is left. Earlier versions kept the number taken, and compared it with the replies at the
 * end.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const builtIn = 'baton-built-in'
  const isPaid = (column: string) =>
    sql`case when ${sql.ref(column)} is not null and ${sql.ref(column)} not like ${`%"model":"${builtIn}"%`} then 1 else 0 end`
  const spentOnRuns = sql`(select count(*) from check_results
    where check_results.run_id = check_runs.id and check_results.model <> ${builtIn})`
  await sql`update check_runs set credits = case when credits > ${spentOnRuns} then credits - ${spentOnRuns} else 0 end
    where status = 'pending' and credit_period is not null`.execute(db)
  const spentOnProofs = sql`(select coalesce(sum(${isPaid('after')} + case when proofs.round = 0 then ${isPaid('before')} else 0 end), 0)
    from proof_questions where proof_questions.proof_id = proofs.id)`
  await sql`update proofs set credits = case when credits > ${spentOnProofs} then credits - ${spentOnProofs} else 0 end
    where step not in ('done', 'failed') and credit_period is not null`.execute(db)
}
