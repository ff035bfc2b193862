// Parts of a page that are chunks of their own. If one cannot be loaded or throws an error, the page around it stays, with what was typed.

import { TriangleAlert } from 'lucide-react'
import { Component, lazy, useEffect, useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { gafferProblemText, NetworkError, noConnectionText } from './api-error.ts'
import { onConnectionChange, probeServer, readConnectionState } from './connection.ts'

type Load<Props> = () => Promise<ComponentType<Props>>

/** A part in the flow of the page. The caller provides the `Suspense`. */
export function lazyPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return makePart(load, 'mt-3')
}

/** A dialog or sheet. Its failure is shown above the page, because its place in the page may be out of sight. */
export function lazyOverlay<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return makePart(load, 'fixed inset-x-4 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-40 mx-auto max-w-xl bg-bg')
}

/** The properties that most overlays have. */
type OverlayProps = { isOpen?: boolean; onClose?: () => void }

function makePart<Props extends object>(load: Load<Props>, className: string): ComponentType<Props> {
  const makeLazy = () => lazy(async () => ({ default: await load() }))
  let current = makeLazy()
  return function LazyPart(props: Props) {
    const { isOpen = true, onClose } = props as OverlayProps
    const [Part, setPart] = useState(() => current)
    function retry() {
      // React never loads a failed lazy component again: a retry needs a new one.
      current = makeLazy()
      setPart(() => current)
    }
    return (
      <PartBoundary isOpen={isOpen} onClose={onClose} className={className} onRetry={retry}>
        <Part {...props} />
      </PartBoundary>
    )
  }
}

type FailureProps = { className: string; onRetry: () => void; onClose: (() => void) | undefined }
type BoundaryProps = FailureProps & { isOpen: boolean; children: ReactNode }

class PartBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { isOpen, onRetry, children, ...failure } = this.props
    if (this.state.error === null) return children
    const retry = () => {
      onRetry()
      this.setState({ error: null })
    }
    return isOpen && <Failure {...failure} error={this.state.error} onRetry={retry} />
  }
}

function Failure({ error, className, onRetry, onClose }: FailureProps & { error: unknown }) {
  return (
    <div className={className}>
      <Banner
        tone="danger"
        role="alert"
        icon={<TriangleAlert aria-hidden="true" className="size-5 text-danger" />}
        action={
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" onClick={onRetry}>
              Try again
            </Button>
            {onClose && (
              <Button variant="quiet" onClick={onClose}>
                Close
              </Button>
            )}
          </div>
        }
      >
        <p className="font-semibold">This part could not be shown</p>
        <p className="text-sm text-muted">{useFailureText(error)}</p>
      </Banner>
    </div>
  )
}

/** The text for a page, or a part of one, that could not be shown. It blames the signal only if the server cannot be reached. */
function useFailureText(error: unknown): string {
  const { isLost } = useSyncExternalStore(onConnectionChange, readConnectionState, readConnectionState)
  // The error of a failed import does not say whether the server was reached.
  useEffect(() => void probeServer(), [])
  return isLost || error instanceof NetworkError ? noConnectionText : gafferProblemText
}
