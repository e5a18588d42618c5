// Files that the gateway serves in addition to operations, to sessions that can read transactions.

/** The answer that a report came in, byte for byte, as a file; `?id=` of a finished check. */
export const amlReportPath = '/console/aml/report';
/** The report's PDF, as a file; `?id=` of a check that has one. */
export const amlPdfPath = '/console/aml/pdf';
