import { normalAddress } from '../read/addresses.ts'
import { type Failure, failureOf } from './failure.ts'
import { codeOf } from './reply.ts'
import { problemIn } from './sentences.ts'
import type { RecipientResult, SendResult, SmtpAccount } from './smtp-account.ts'

/** What nodemailer says of an attempt: what the server answered to a mail that it took, or why it took none. */
export interface Attempt {
  error?: unknown
  rejectedErrors?: (Error & { recipient?: string })[]
  serverMessageId?: string
}

/** Puts what nodemailer says of an attempt in order of its recipients. */
export function resultOf(account: SmtpAccount, recipients: readonly string[], attempt: Attempt): SendResult {
  const { error, rejectedErrors = (error as Attempt | undefined)?.rejectedErrors ?? [], serverMessageId } = attempt
  // The library repeats an address with its domain in ASCII.
  const refused = new Map(rejectedErrors.map((each) => [normalAddress(each.recipient ?? ''), each]))
  const failed = recipients.map((address) => refused.get(normalAddress(address)) ?? error)
  const failures = failed.map((each) => (each === undefined ? null : failureOf(each)))
  const wrong = failures.find((failure) => failure?.problem)
  return {
    recipients: recipients.map((address, index) => outcome(account, address, failures[index] ?? null, failed[index])),
    serverId: serverMessageId?.replace(/^<|>$/g, '') ?? null,
    problem: wrong?.problem ? problemIn(wrong.problem, account, wrong.reply) : null,
    isTooFast: failures.some((failure) => failure?.isTooFast),
  }
}

function outcome(account: SmtpAccount, address: string, failure: Failure | null, error: unknown): RecipientResult {
  if (!failure) return { address, status: 'accepted', code: null, message: null }
  const { problem, reply, isPassing } = failure
  const words = reply?.text || (problem ? problemIn(problem, account).message : (error as Error).message)
  return { address, status: isPassing ? 'later' : 'refused', code: reply && codeOf(reply), message: words }
}
