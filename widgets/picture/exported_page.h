#pragma once

#include "engine/study/scenario_path.h"
#include "widgets/picture/picture_options.h"
#include "widgets/shown/outcome.h"

#include <functional>
#include <memory>
#include <vector>

class QJsonObject;

namespace bubblescope {

/// A slider of a web page: a number of the scenario, and the values that it takes, ascending. They include the present
/// value, if there is one.
struct WebSlider {
    ScenarioPath path;
    std::vector<double> values;
    std::size_t present = 0;  // the value at first
};

inline constexpr std::size_t kMostWebSliders = 2;
/// The most combinations of slider values, and the most ops in all of them.
inline constexpr std::size_t kMostWebScenes = 1'000;
inline constexpr long long kMostWebOps = 200'000;
/// Gaps of schedules with more ops are not explained, because that would take minutes.
inline constexpr long long kMostExplainedOps = 25'000;

/// What a web page shows: the Gantts of a scenario, at each combination of the values of its sliders.
///
/// Invariants  `outcomes` belong to the scenario; all combinations are checked scenarios
struct WebPlan {
    Scenario scenario;
    std::vector<Outcome> outcomes;
    PictureOptions options;
    std::vector<WebSlider> sliders;

    /// The number of combinations; the first slider's value changes the slowest.
    std::size_t scenes() const;
    std::size_t presentScene() const;
    Scenario scenarioAt(std::size_t scene) const;
};

/// Errors  a slider for what is no number of the scenario, a value that it cannot have, too many sliders or
///         combinations, too many ops in all of them; the field is "sliders", or empty without sliders
/// Cost    a check of the scenario per combination; nothing is run
Result<std::shared_ptr<const WebPlan>> planWebPage(const Scenario& scenario, const std::vector<Outcome>& outcomes,
                                                   const PictureOptions& options);

/// Refuses more ops than a page can have.
Result<void> checkWebOps(long long ops, bool hasSliders);

/// A scene of a page.
///
/// Invariants  the outcomes belong to the scenario
struct WebScene {
    Scenario scenario;
    std::vector<Outcome> outcomes;
    double end = 0;            // the axis reaches this instant at least; micro-units
    bool explainsGaps = true;  // what gaps waited for, which takes trial runs
    SchemeMarks marks{};       // critical paths and activations over time; pages show no others
};

/// The data of a web page, as JSON that resources/web/page.js reads: a list of scenes, each with tracks, and what they
/// share. `words` is read only when someone asks: for each gap of each track, why it is there.
///
/// Shapes      scenes[scene].tracks[track] refers to orders[order]: lanes, and for each op (lanes one after another)
///             indexes of its look, head, place and label; its times are two lists of whole numbers in the order of
///             ops: how long after the end of the op before it on its lane it starts, and how long it takes.
///             `critical` lists rows, `redone` rows with how long they repeat a forward; held[device] is its lane, the
///             times at which its activations change, how many they are from then on, and a label
/// Units       micro-units, which are exact: pages with times beyond 2^53 are refused
/// Invariants  the same plan gives the same bytes
struct WebData {
    QByteArray page, words;
};

/// Runs every combination and puts it into words.
///
/// Errors  times that are too long; steps with more ops than the plan could know
/// Cost    that of the runs, and for each gap the explanation that the window gives, with its trial runs
Result<WebData> webData(const WebPlan& plan);

/// The data of any scenes, each made and dropped in its turn. `more` is what the page has besides them: its sliders, or
/// a lesson.
Result<WebData> webData(const PictureOptions& options, std::size_t scenes,
                        const std::function<Result<WebScene>(std::size_t)>& sceneAt, const QJsonObject& more);

/// The file that shows the data, with the document inside.
QByteArray webPage(const QString& title, ThemeId theme, const WebData& data, const std::string& json);

/// The ops of the schedules that a page shows, or of the chosen ones, without running them; for steps at least.
long long opsOfShown(const Scenario& scenario, const std::vector<int>& chosen = {});

/// The outcomes of the schedules of a scenario, or only of the chosen ones; the others stay empty. They have their
/// activations over time if the overlays need them.
std::vector<Outcome> runForPage(const Scenario& scenario, const SchemeMarks& marks,
                                const std::vector<int>& chosen = {});

}  // namespace bubblescope
