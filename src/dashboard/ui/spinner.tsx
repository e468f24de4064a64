import LoaderCircle from 'lucide-react/icons/loader-circle'

/** A decorative spinner, to be shown beside words that describe the progress. */
export function Spinner() {
  return <LoaderCircle aria-hidden className="size-4 animate-spin" />
}
