import type { ComponentProps } from 'react'
import { noConnectionText } from './api-error.ts'
import { probeServer, readConnectionState } from './connection.ts'
import { showFailureToast } from '#ui/toast-store.ts'

type Props = Omit<ComponentProps<'a'>, 'download' | 'onClick'> & {
  href: string
  /** The title of the toast without a connection. */
  notSaved: string
}

/**
 * A link by which the browser downloads a large file to disk. Without a connection some browsers show nothing, so this link shows a toast.
 */
export function DownloadLink({ href, notSaved, children, ...link }: Props) {
  return (
    <a
      {...link}
      href={href}
      download
      onClick={(event) => {
        if (!readConnectionState().isLost) return
        event.preventDefault()
        showFailureToast({ title: notSaved, text: noConnectionText })
        void probeServer()
      }}
    >
      {children}
    </a>
  )
}
