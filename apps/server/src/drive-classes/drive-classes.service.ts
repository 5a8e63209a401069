export interface CandidateDrive { driveId: string; serial: string; nodeId: string; nodeName: string; failureDomain: string | null; numaNode: number | null; freeBytes: number; capacityBytes: number; }
export interface Candidates { className: string; drives: CandidateDrive[]; leftOut: string[] }
