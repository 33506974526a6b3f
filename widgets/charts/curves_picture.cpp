#include "widgets/charts/curves_picture.h"

#include "engine/core/text.h"
#include "widgets/charts/curves_items.h"
#include "widgets/charts/curves_look.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

namespace bubblescope {

Picture curvesPictureOf(std::shared_ptr<const CurvesLayout> layout) {
    return {layout->size, layout->title, {[layout](bool) { return curvesList(*layout); }}};
}

Result<Picture> curvesPicture(CurvesModel model, const PictureOptions& options) {
    if (const auto checked = checkPictureSides(options.width, options.height); !checked) return checked.error();
    if (!options.title.isEmpty()) model.title = options.title.simplified();
    auto made = styled(std::move(model), options);
    if (!made) return made.error();
    const auto layout = std::make_shared<const CurvesLayout>(layoutCurves(std::move(*made), options));
    const int needed = layout->size.height();
    if (options.height && needed > *options.height)
        return Error{Text::tr("%1 pixels are too few for these panels, which need %2")
                         .arg(formatCount(options.height->wholePixels()), formatCount(needed))
                         .toStdString(),
                     "height"};
    if (needed > kMaxPictureSide)
        return Error{
            Text::tr("the picture would be %1 pixels high, but the limit is %2: choose fewer figures or panels")
                .arg(formatCount(needed), formatCount(kMaxPictureSide))
                .toStdString(),
            {}};
    return curvesPictureOf(layout);
}

}  // namespace bubblescope
