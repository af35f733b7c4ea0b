package request_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"platform.internal/platform-core/problem"
)

// TestNearlyRightValuesNameTheValueToWrite compares the ends of messages, which have the value to write.
func TestNearlyRightValuesNameTheValueToWrite(t *testing.T) {
	for field, texts := range map[string]map[string]string{
		"expiry_date": {
			"2026-13-01": "2026-01-13", "2026-2-3": "2026-02-03", "2026/12/03": "2026-12-03", "20261203": "2026-12-03",
			"1/2/2027": "2027-01-02 or 2027-02-01", "13/2/2027": "2027-02-13", "20.12.2026": "2026-12-20",
			"1-2-2027": "2027-01-02 or 2027-02-01", "1/1/2027": "2027-01-01", "2026-12-03T10:00:00Z": "2026-12-03",
			"3 Dec 2026": "2026-12-03", "December 3, 2026": "2026-12-03", "2027-02-30": "2027-02-28", "2028-02-31": "2028-02-29",
			"2026-04-31": "2026-04-30", "0000-01-01": "", "2026-13-32": "", "2026-12": "", "soon": "", "2026-00-10": "",
			"2026-12-01 10:00": "2026-12-01", "2026-12-01 10:00:30": "2026-12-01", "2026-12-015": "", "26-12-03": "", "2026-12-31x": "",
			"15-Dec-2026": "2026-12-15", "Dec-15-2026": "2026-12-15", "15th December 2026": "2026-12-15", "Dec. 1st, 2026": "2026-12-01",
			"15/Dec/2026": "2026-12-15", "2026 Dec 15": "2026-12-15", "12/15/26": "2026-12-15", "2026\u201312\u201315": "2026-12-15",
			"2026\u201112\u221215": "2026-12-15", "2O26-12-15": "2026-12-15", "2026-l2-15": "2026-12-15", "2026_12_15": "2026-12-15",
			"2026 12 15": "2026-12-15", "2026-12-03T23:30:00-05:00": "2026-12-03", "2026-12-03T10:00": "2026-12-03",
			"12/11/26": "", "13/2/27": "", "15.12.26": "", "2026/12": "", "12/2026": "", "Dec 2026": "", "15 Dec": "", "2O26-l2": "",
			"31/11/2026": "", "O-l-O": "", "2026-12-15-16": "", "the 15th": "",
			"5 Sept 2027": "2027-09-05", "Tue 15 Dec 2026": "2026-12-15", "Tuesday, 15 December 2026": "2026-12-15", "Mon 15 Dec 2026": "",
			"Monkey 14 Dec 2026": "", "Mon 1/2/2027": "2027-02-01", "2026-12-15.": "2026-12-15", "2026-12-15+01:00": "2026-12-15",
			"2026-12-15Z": "2026-12-15", "31.02.2027": "",
		},
		"network_cidr": {
			"10.20.0.0": "10.20.0.0/20", "10.20.30.0": "10.20.30.0/24", "10.20.30.4": "", "10.20": "10.20.0.0/16",
			"10.20/16": "10.20.0.0/16", "10.20.0.*": "10.20.0.0/24", "10.20.*.*": "10.20.0.0/16", "10.20.0.0/33": "10.20.0.0/20",
			"10.20.0.0 /20": "10.20.0.0/20", `10.20.0.0\20`: "10.20.0.0/20", "010.020.0.0/20": "10.20.0.0/20",
			"10.20.0.0/255.255.240.0": "10.20.0.0/20", "10.20.0.0 255.255.240.0": "10.20.0.0/20", "10.20.0.0/255.0.255.0": "",
			"10.0.0.0-10.0.255.255": "10.0.0.0/16", "10.0.0.0 - 10.0.255.250": "10.0.0.0/16", "10.0.0.7-10.0.0.7": "10.0.0.7/32",
			"10.20.300.0/20": "", "10.20.0.0 / 20": "10.20.0.0/20", "10.20.0.0//20": "10.20.0.0/20",
			"fd00::/48": "", "10.0.0.0-": "", "all": "", "1.2.3.4.5/8": "",
			"10.20.0.0/16, 10.30.0.0/16": "", "10.20.0.0.0/20": "10.20.0.0/20", "[10.20.0.0/20]": "10.20.0.0/20",
			"<10.20.0.0/20>": "10.20.0.0/20", "http://10.20.0.0/20": "10.20.0.0/20", "10,20,0,0/20": "10.20.0.0/20",
			"10.0.0.0 \u2013 10.0.255.255": "10.0.0.0/16", "1O.2O.0.0/20": "10.20.0.0/20", "10.0.20.0.0/20": "", "10.20.0.0.5/20": "",
			"https://10.20.0.4": "", "10,20": "", "20": "", "10.20.0.0/20 10.30.0.0/20": "", "10.20.0.0,10.30.0.0/20": "", "10.20.0.0.0": "10.20.0.0/20",
			"[10.20.0.0/20, 10.30.0.0/20]": "", "10.0.0.0_20": "10.0.0.0/20", "10.0.0.0:20": "10.0.0.0/20", "10.0.0.0／20": "10.0.0.0/20",
			"10.0.0.0/240.0.0.0": "", "10.20.0.4:8080": "", "10.20.0.0:8080": "", "10.0.0.0 / 24": "10.0.0.0/24", "10.0.0.0//24": "10.0.0.0/24",
		},
		"environment":  {"staging": "test", "live": "production", "prodction": "production", "s": ""},
		"cluster_size": {"S": "small", "xlarge": "large", "live": ""},
	} {
		for text, want := range texts {
			t.Run(field+" "+text, func(t *testing.T) {
				_, err := parseFields(t, changed(field, text))
				p := problem.From(err)
				require.Len(t, p.Faults, 1)
				if want == "" {
					assert.NotContains(t, p.Faults[0].Message, "; write")
					return
				}
				assert.Contains(t, p.Faults[0].Message, `"; write `+want)
			})
		}
	}
	for message, fields := range map[string]map[string]any{
		`not "2026-12"; the day is missing`:                                              changed("expiry_date", "2026-12"),
		`not "Dec 2026"; the day is missing`:                                             changed("expiry_date", "Dec 2026"),
		`not "31.02.2027"; the month has no such day`:                                    changed("expiry_date", "31.02.2027"),
		`not "15 Dec"; the year is missing`:                                              changed("expiry_date", "15 Dec"),
		`not "12/11/26"; the year needs four digits`:                                     changed("expiry_date", "12/11/26"),
		"must be text, not a list; write 10.20.0.0/20":                                   changed("network_cidr", []string{"10.20.0.0/20"}),
		"must be text, not a number; write 2026-12-20":                                   changed("expiry_date", 20261220),
		"must be text, not a number":                                                     changed("expiry_date", 7),
		"must be text, not a number; write 10.2.0.0/16":                                  changed("network_cidr", 10.2),
		"must be an IPv4 range with numbers of at most 255, such as 10.20.0.0/20":        changed("network_cidr", "10.20.300.0/20"),
		"must be an IPv4 range with a prefix length of at most 32, such as 10.20.0.0/20": changed("network_cidr", "10.20.0.0/33"),
		"must be an IPv4 range in CIDR form, such as 10.20.0.0/20":                       changed("network_cidr", "10.20.0.0//20"),
	} {
		_, err := parseFields(t, fields)
		assert.Contains(t, problem.From(err).Faults[0].Message, message)
	}
	_, err := parseFields(t, changed("owner", "Checkout Team"))
	assert.Contains(t, problem.From(err).Faults[0].Message, `not "Checkout Team"`, "the value is shown as it is written")
}
