#pragma once

#include "widgets/picture/picture_options_panel.h"
#include "widgets/study/curves/curves_layout.h"

namespace bubblescope {

/// In which form an experiment is kept: drawn, or as numbers.
enum class KeepFormat { Png, Svg, Pdf, Csv, Json };

struct KeepFormatInfo {
    KeepFormat format;
    const char* title;
    const char* suffix;  // without its dot
};
const std::vector<KeepFormatInfo>& keepFormats();
inline bool isPicture(KeepFormat format) { return format < KeepFormat::Csv; }

/// How an experiment is kept. Numbers are those of the whole experiment, whatever the picture shows.
struct KeepOptions {
    KeepFormat format = KeepFormat::Png;
    int scale = 2;  // of a PNG
    CurvesOptions picture;
};

/// The choices of a kept experiment; those that mean nothing for numbers are disabled then.
class ExperimentOptionsPanel : public PictureOptionsPanel {
    Q_OBJECT
public:
    /// `figure` is the one on screen, which can be kept alone.
    ExperimentOptionsPanel(const ExperimentPlan& plan, std::size_t figure, QWidget* parent = nullptr);

    KeepOptions options() const;
    void setOptions(const KeepOptions& options);

private:
    void addFigures(std::size_t count);
    void addText();
    void refresh() override;

    std::size_t m_figure;
    bool m_canHaveTitle;
    SegmentedControl* m_figures = nullptr;  // where there are several
    FlatCheck *m_title, *m_legend;
};

}  // namespace bubblescope
