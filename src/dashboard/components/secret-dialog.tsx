import Download from 'lucide-react/icons/download'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useState } from 'react'
import { download } from '#dashboard/lib/download.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { CopyButton } from '#dashboard/ui/copy.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '#dashboard/ui/dialog.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { useStayUntilStored } from './stay-until-stored.ts'

const MASK = '•'.repeat(36)

interface SecretDialogProps {
  title: string
  description: ReactNode
  secret: string
  /** Name of the secret in an `.env` file, such as `BATON_API_KEY`. */
  variable: string
  children?: ReactNode
  onStored: () => void
}

/** Only the button that confirms it is stored closes the dialog. While masked, the secret is not in the document. */
export function SecretDialog({ title, description, secret, variable, children, onStored }: SecretDialogProps) {
  const [revealed, setRevealed] = useState(false)
  const { button, content } = useStayUntilStored()
  return (
    <Dialog open>
      <DialogContent title={title} description={description} {...content}>
        <DialogBody className="flex flex-col gap-4">
          <div className="flex items-center gap-1 rounded border border-line-strong bg-sunken py-1 pr-1 pl-3">
            <output aria-label={variable} className="min-w-0 flex-1 select-all break-all font-mono text-sm">
              {revealed ? secret : <span className="block truncate text-muted">{MASK}</span>}
            </output>
            <IconButton
              icon={revealed ? EyeOff : Eye}
              label={revealed ? 'Hide' : 'Reveal'}
              onClick={() => setRevealed(!revealed)}
            />
          </div>
          <div className="flex flex-wrap gap-2">
            <CopyButton value={secret} size="md" />
            <Button onClick={() => download(`${variable}=${secret}\n`, 'baton.env')}>
              <Download aria-hidden /> Download .env
            </Button>
          </div>
          <p className="flex gap-2 rounded border border-warning-line bg-warning-soft px-3 py-2">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
            It is shown this once. Nobody can read it again, not here and not on the server.
          </p>
          {children}
        </DialogBody>
        <DialogFooter>
          <Button ref={button} variant="primary" onClick={onStored}>
            I have stored it
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
