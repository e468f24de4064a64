import { useState } from 'react'
import { Card } from '#dashboard/components/card.tsx'
import {
  askForNotifications,
  blockedBecause,
  notificationState,
  playChime,
  showNotification,
} from '#dashboard/lib/browser-notices.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { MailDelay } from './mail-delay.tsx'
import { PushWay } from './push-way.tsx'
import { Way } from './way.tsx'

/** How each way works in this browser and on this server, and what it takes to have it. */
export function WaysCard({ sendsMail, pushKey }: { sendsMail: boolean; pushKey: string | null }) {
  return (
    <Card title="How you are told">
      <dl className="divide-y divide-line">
        <DesktopWay />
        <Way name="Sound" actions={<Button onClick={() => void playChime()}>Test sound</Button>}>
          Two soft notes, while the dashboard is open.
        </Way>
        <Way name="Mail">
          {sendsMail ? (
            <MailDelay />
          ) : (
            'This server sends no mail. Whoever runs it can set SMTP_URL, MAIL_FROM and PUBLIC_URL.'
          )}
        </Way>
        <PushWay publicKey={pushKey} />
      </dl>
    </Card>
  )
}

function DesktopWay() {
  const [permission, setPermission] = useState(notificationState)
  const test = async () => {
    setPermission(await askForNotifications())
    await showNotification({ title: 'A visitor is waiting', body: 'This is how you will be told.', tag: 'test' })
  }
  return (
    <Way
      name="Desktop"
      actions={
        !blockedBecause[permission] && (
          <Button onClick={() => void test()}>
            {permission === 'granted' ? 'Test notification' : 'Allow notifications'}
          </Button>
        )
      }
    >
      {blockedBecause[permission] ??
        (permission === 'granted'
          ? 'This browser shows them while the dashboard is open.'
          : 'This browser shows them while the dashboard is open, once you allow it.')}
    </Way>
  )
}
