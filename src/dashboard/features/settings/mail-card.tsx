import { useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { Card } from '#dashboard/components/card.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { useSettle } from '#dashboard/components/use-settle.ts'
import { Select } from '#dashboard/ui/select.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

const MINUTES = [1, 2, 5, 10, 15, 30, 60, 120]

const whenMailed =
  'You are away when you say so, or once your dashboard has been silent for five minutes. A mention of you in a note is always mailed.'
const noMail = 'This server sends no mail. Whoever runs it can set SMTP_URL.'

/** After how many minutes a wait is mailed. A number set through the API that is not in `MINUTES` is offered too. */
export function MailCard() {
  const [settings, settle] = useSettle()
  const sendsMail = useQuery(api.getStart.queryOptions()).data?.sends_mail
  const chosen = settings?.notifications.mail_after_minutes
  const offered = [...new Set([...MINUTES, ...(chosen ? [chosen] : [])])].sort((one, other) => one - other)
  return (
    <Card title="By mail" description={sendsMail === false ? noMail : whenMailed}>
      {sendsMail === false ? undefined : settings ? (
        <FormField
          label="When a visitor of yours, or nobody’s, has waited"
          hint="Only the organization’s working hours count, and each wait is mailed once."
          className="max-w-sm"
        >
          {(field) => (
            <Select
              {...field}
              value={chosen ?? ''}
              onChange={({ target }) =>
                settle({ notifications: { mail_after_minutes: target.value === '' ? null : Number(target.value) } })
              }
            >
              <option value="">Never</option>
              {offered.map((minutes) => (
                <option key={minutes} value={minutes}>
                  {minutes === 1 ? '1 minute' : `${minutes} minutes`}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      ) : (
        <Skeleton className="h-20 w-full max-w-sm" />
      )}
    </Card>
  )
}
