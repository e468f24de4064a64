import Plus from 'lucide-react/icons/plus'
import { Button, type ButtonProps } from '#dashboard/ui/button.tsx'

/** The button that opens the menu of source types. */
export function AddSourceButton(props: ButtonProps) {
  return (
    <Button {...props} scope="source:create" variant="primary" className="max-sm:w-full">
      <Plus aria-hidden /> Add source
    </Button>
  )
}
