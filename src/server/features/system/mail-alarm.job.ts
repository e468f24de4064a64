import type { AlarmRule } from '#contract/enums.ts'
import { sendOrWarn } from '../../adapters/mail/send.ts'
import { handler } from '../../jobs/handler.ts'
import { firstOrganization, wishesOf } from '../organizations/index.ts'
import { alarmMailJob } from './jobs.ts'
import { selectOwners } from './queries.ts'
import { rules } from './rules.ts'

/** Mails an owner of the first organization, unless they are none any more or want no such mails. */
export const alarmMailHandler = handler(alarmMailJob, (deps) => ({
  async run({ userId, rule, detail, isOver }) {
    const { read } = deps.database
    const organizationId = await firstOrganization(read)
    const owners = organizationId === undefined ? [] : await selectOwners(read, organizationId)
    const owner = owners.find(({ id }) => id === userId)
    if (!owner || !wishesOf(owner).kinds.alarm.mail) return
    const { title, mend } = rules[rule as AlarmRule]
    const paragraphs = isOver
      ? [`Hello ${owner.name},`, `this is over: ${title}.`]
      : [`Hello ${owner.name},`, `${title}. ${detail}`, mend]
    const message = {
      to: owner.email,
      subject: isOver ? `Over: ${title}` : title,
      paragraphs,
      link: { label: 'See how the server is', url: `${deps.config.publicUrl}/settings/system` },
      ...(!isOver && { notes: ['You get one mail when it begins and one when it is over.'] }),
    }
    await sendOrWarn(deps, message, 'A mail about the state of the server')
  },
}))
