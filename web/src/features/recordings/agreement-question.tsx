import { recordingMessages } from '@gaffer/domain/recordings/recording-messages'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { answerAgreement, useIsAgreementAsked } from './agreement.ts'

export function AgreementQuestion() {
  return (
    <ConfirmDialog
      isOpen={useIsAgreementAsked()}
      title={recordingMessages.agreementTitle}
      text={recordingMessages.agreementText}
      confirmLabel="Everybody agreed"
      confirmVariant="secondary"
      cancelLabel="Not yet"
      onConfirm={() => answerAgreement(true)}
      onCancel={() => answerAgreement(false)}
    />
  )
}
