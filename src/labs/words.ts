/** Words that the checks of all labs are written with. Each runs outside the hosts, as root. */
export const WORDS = `
no() { echo "$*"; exit 1; }
now() { cut -d' ' -f1 /proc/uptime; }
since() { awk -v from="$1" -v to="$(now)" 'BEGIN { printf "%.2f", to - from }'; }
at_least() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && a + 0 >= b) }'; }
at_most() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && a + 0 <= b) }'; }
# HOST COUNTER
count() { on $1 nstat -asz $2 | awk -v name=$2 '$1 == name { print int($2) }'; }
# SECONDS [OPTION ...]: Mbit/s of a new transfer that arrive at the receiver
carry() {
  on receiver timeout 60 iperf3 -s -1 -p 5999 >/dev/null 2>&1 &
  sleep 0.3
  on sender timeout 60 iperf3 -c receiver -p 5999 -f m -t "$@" 2>/dev/null | awk '/receiver$/ { print $(NF - 2) }'
}
# BYTES PORT SECONDS: seconds until the receiver has read so much and has closed
copy() {
  began=$(now)
  on sender sh -c "head -c $1 /dev/zero | timeout $3 nc receiver $2" >/dev/null 2>&1 || return 1
  since $began
}
# CLIENTS PORT: how many clients are greeted, if they all connect at once
greet() {
  on sender sh -c "for i in \\$(seq $1); do nc receiver $2 & done; wait" 2>/dev/null | grep -c hello
}
# Sets rate, in Mbit/s on the line, and ping and least, in ms: what 30 pings took beside it, on average and at least
look() {
  sent() { ip -n router -s link show out | awk '/TX:/ { getline; print $1 }'; }
  before=$(sent) began=$(now)
  pings=$(on sender ping -c 30 -i 0.1 receiver)
  rate=$(awk -v bytes=$(($(sent) - before)) -v s=$(since $began) 'BEGIN { printf "%.1f", bytes * 8 / s / 1e6 }')
  ping=$(echo "$pings" | awk -F '[ /]+' '/min\\/avg/ { printf "%.1f", $7 }')
  least=$(echo "$pings" | awk -F '[ /]+' '/min\\/avg/ { print $6 }')
}
`;
