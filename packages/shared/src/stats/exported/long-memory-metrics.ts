import { all, STATISTICS_BOUNDS_SECONDS, server } from './metric.js';

/** What the server that sends to the long memory exports; the counters of the others stay at 0. */
export const longMemoryMetrics = all(
  server,
  {
    name: 'weft_server_remote_write_samples_sent_total',
    type: 'counter',
    unit: 'count',
    meaning: 'Samples that the long memory has taken from this server.',
  },
  {
    name: 'weft_server_remote_write_samples_refused_total',
    type: 'counter',
    unit: 'count',
    meaning: 'Samples that the long memory refused for good (4xx but 429): gaps there.',
  },
  {
    name: 'weft_server_remote_write_requests_failed_total',
    type: 'counter',
    unit: 'count',
    meaning: 'Requests to the long memory that failed: no connection, no answer in time, 5xx or 429. Their samples are sent again.',
  },
  {
    name: 'weft_server_remote_write_lost_seconds_total',
    type: 'counter',
    unit: 'seconds',
    meaning: 'Time whose minutes expired in MongoDB before they were sent: a gap in the long memory.',
  },
  {
    name: 'weft_server_remote_write_backlog_seconds',
    unit: 'seconds',
    meaning:
      'Age of the oldest minute of statistics that the long memory lacks; 3 to 4 minutes while all is sent. Absent: this server does not send.',
  },
  {
    name: 'weft_server_remote_write_last_success_timestamp_seconds',
    unit: 'seconds',
    meaning: 'When the long memory last took samples of this server. Absent: it took none.',
  },
  {
    name: 'weft_server_remote_write_request_seconds',
    type: 'histogram',
    unit: 'seconds',
    meaning: 'Time of one request to the long memory.',
    bounds: STATISTICS_BOUNDS_SECONDS,
  },
);
