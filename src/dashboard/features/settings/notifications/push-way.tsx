import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { endPush, isPushOn, startPush } from '#dashboard/api/push-subscription.ts'
import { useOrganization, useSession } from '#dashboard/api/session.ts'
import { SwitchLine } from '#dashboard/components/switch-line.tsx'
import { tellError } from '#dashboard/components/tell-error.ts'
import { useSettle } from '#dashboard/components/use-settle.ts'
import { askForNotifications, blockedBecause, notificationState } from '#dashboard/lib/browser-notices.ts'
import { canReceivePush } from '#dashboard/lib/push-worker.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Way } from './way.tsx'

const OFF =
  'This server pushes nothing yet, as push services want to know whom to reach about it. Whoever runs it can set PUBLIC_URL to its https address, or SMTP_URL and MAIL_FROM.'

/** Whether this browser receives what the member is pushed, even while the dashboard is closed. */
export function PushWay({ publicKey }: { publicKey: string | null }) {
  if (publicKey === null) return <Way name="Push">{OFF}</Way>
  if (!canReceivePush())
    return (
      <Way name="Push">
        {blockedBecause[notificationState()] ??
          'This browser can’t be pushed messages. On an iPhone, add Baton to the Home Screen first.'}
      </Way>
    )
  return <PushHere publicKey={publicKey} />
}

function PushHere({ publicKey }: { publicKey: string }) {
  const organization = useOrganization().id
  const userId = useSession().user.id
  const [settings, settle] = useSettle()
  const [permission, setPermission] = useState(notificationState)
  const [isOn, setIsOn] = useState(() => isPushOn(organization, userId))
  const change = useMutation({
    async mutationFn() {
      if (isOn) await endPush(organization, userId)
      else {
        const state = await askForNotifications()
        setPermission(state)
        if (state !== 'granted') return
        await startPush(organization, userId, publicKey)
      }
      setIsOn(!isOn)
    },
    onError: (error) => tellError(error, isOn ? 'Push is still on' : 'This browser did not subscribe'),
  })
  const why = blockedBecause[permission]
  return (
    <Way
      name="Push"
      actions={
        !why && (
          <Button disabled={change.isPending} onClick={() => change.mutate()}>
            {isOn ? 'Turn off here' : 'Turn on in this browser'}
          </Button>
        )
      }
    >
      {why ??
        (isOn
          ? 'This browser tells you even while the dashboard is closed, until you sign out.'
          : 'Tells you even while the dashboard is closed. Each browser is asked for itself.')}
      {isOn && (
        <div className="mt-2">
          <SwitchLine
            isOn={settings?.notifications.push_excerpts}
            onChange={(push_excerpts) => settle({ notifications: { push_excerpts } })}
            error={null}
          >
            Quote what was written
          </SwitchLine>
        </div>
      )}
    </Way>
  )
}
