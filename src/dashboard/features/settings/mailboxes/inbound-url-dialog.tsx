import { useSession } from '#dashboard/api/session.ts'
import { CodeBlock } from '#dashboard/components/code-block.tsx'
import { SecretDialog } from '#dashboard/components/secret-dialog.tsx'

const VARIABLE = 'BATON_INBOUND_URL'

interface InboundUrlDialogProps {
  /** To which the mailbox's mail is posted; it is shown once. */
  url: string
  address: string
  onStored: () => void
}

/** Shows the URL of a mailbox once, and how a mail server posts mail to it. */
export function InboundUrlDialog({ url, address, onStored }: InboundUrlDialogProps) {
  const { user } = useSession()
  return (
    <SecretDialog
      title="Store the inbound URL"
      description={`Mail to ${address} arrives by being posted to it. Whoever knows it can post mail, so keep it as you would a password.`}
      secret={url}
      variable={VARIABLE}
      onStored={onStored}
    >
      <div className="flex flex-col gap-2">
        <h3 className="font-medium">How mail gets here</h3>
        <ul className="flex list-disc flex-col gap-1 pl-5 text-ink-soft">
          <li>
            Your mail server posts each mail as it is, as <Code>message/rfc822</Code>.
          </li>
          <li>
            A service that passes mail on posts a form (<Code>multipart/form-data</Code>) with the raw mail in{' '}
            <Code>email</Code>, <Code>message</Code> or <Code>body-mime</Code>.
          </li>
          <li>202 means that the mail is stored. With 429 or 503, try it again later.</li>
        </ul>
        <CodeBlock label="Example" title="Try it beside baton.env" code={example(user.email, address)} wraps />
      </div>
    </SecretDialog>
  )
}

const Code = ({ children }: { children: string }) => <code className="font-mono text-sm">{children}</code>

/** A command that posts a mail from the reader's own address, so that what answers it reaches no stranger. */
const example = (from: string, to: string): string => `. ./baton.env
printf '%s\\n' \\
  ${quoted(`From: ${from}`)} \\
  ${quoted(`To: ${to}`)} \\
  'Subject: Hello' '' 'Are you open on Sunday?' |
  curl --data-binary @- \\
    -H 'Content-Type: message/rfc822' \\
    "$${VARIABLE}"`

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
