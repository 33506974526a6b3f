#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>

namespace bubblescope::bench {

/// Prints a line for every benchmark as it ends, and the table of what is to be reached at the end.
class Reporter : public benchmark::BenchmarkReporter {
public:
    bool ReportContext(const Context& context) override;
    void ReportRuns(const std::vector<Run>& runs) override;
    void Finalize() override;

private:
    std::map<std::string, Run> m_medians;
    std::map<std::string, std::map<std::string, double>> m_worst;  // counters, over all repetitions
};

}  // namespace bubblescope::bench
