#pragma once

#include "engine/io/scenario_file.h"
#include "tests/widgets/outcomes.h"
#include "widgets/picture/exported_gantts.h"
#include "widgets/picture/exported_page.h"
#include "widgets/picture/gantt_picture.h"

namespace bubblescope::test {

/// A picture of Gantts as a file, as pixels, and its size.
inline Result<QByteArray> ganttFile(const PictureFormat& format, const std::vector<Outcome>& outcomes,
                                    const PictureOptions& options, const std::string& json) {
    const auto picture = ganttPicture(shownOf(outcomes, options.bubble), options);
    if (!picture) return picture.error();
    Picture all = withOps(*picture, outcomes, options.schedules);
    if (format.isOfScenes) all.web = planWebPage(*readScenario(json), outcomes, options);
    return pictureFile(format, all, options.scale, json);
}
inline Result<QImage> ganttImage(const std::vector<Outcome>& outcomes, const PictureOptions& options, double ratio) {
    const auto picture = ganttPicture(shownOf(outcomes, options.bubble), options);
    if (!picture) return picture.error();
    return pictureImage(*picture, ratio);
}
inline Result<QSize> ganttSize(const std::vector<Outcome>& outcomes, const PictureOptions& options) {
    const auto picture = ganttPicture(shownOf(outcomes, options.bubble), options);
    if (!picture) return picture.error();
    return picture->size.toSize();
}

}  // namespace bubblescope::test
