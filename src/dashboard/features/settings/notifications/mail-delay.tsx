import { useId } from 'react'
import { useSettle } from '#dashboard/components/use-settle.ts'
import { Select } from '#dashboard/ui/select.tsx'

const MINUTES = [1, 2, 5, 10, 15, 30, 60, 120]

/** After how many minutes a wait is mailed. A number set through the API that is not in `MINUTES` is offered too. */
export function MailDelay() {
  const [settings, settle] = useSettle()
  const id = useId()
  const chosen = settings?.notifications.mail_after_minutes
  const offered = [...new Set([...MINUTES, ...(chosen ? [chosen] : [])])].sort((one, other) => one - other)
  return (
    <>
      A wait is mailed once, while you are away: because you say so, or because your dashboard has been silent for five
      minutes.
      {chosen && (
        <span className="mt-2 flex flex-wrap items-center gap-2">
          <label htmlFor={id}>After</label>
          <Select
            id={id}
            className="w-36"
            value={chosen}
            onChange={({ target }) => settle({ notifications: { mail_after_minutes: Number(target.value) } })}
          >
            {offered.map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes === 1 ? '1 minute' : `${minutes} minutes`}
              </option>
            ))}
          </Select>
          of working hours.
        </span>
      )}
    </>
  )
}
