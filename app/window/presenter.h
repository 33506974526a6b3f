#pragma once

#include <QObject>
#include <QPointer>

#include "widgets/panels/param_slider.h"

#include <vector>

class QShortcut;

namespace bubblescope {

class CaptionBar;
class Page;

/// What presenting adds to a page: a caption in type for a room, as menus and tips have it too, and keys that change
/// one of the page's parameters, as its slider would.
class Presenter : public QObject {
    Q_OBJECT
public:
    Presenter(QWidget& window, CaptionBar& caption);

    /// The page on screen.
    void setPage(Page& page);
    void present(bool on);
    /// Once more, where the window has another size.
    void fit();
    /// Goes to the next parameter, or the one before.
    void choose(int by);
    /// Moves what is chosen a step up or down.
    void step(int by);
    const ParamSlider* chosen() const { return m_chosen; }
    /// Puts the parameter away. False if none is chosen.
    bool escape();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showCaption();
    void showChosen();
    std::vector<ParamSlider*> parameters() const;
    QString valueText(const ParamSlider& slider) const;

    QWidget& m_window;
    CaptionBar& m_caption;
    Page* m_page = nullptr;
    bool m_isPresenting = false;
    QPointer<ParamSlider> m_chosen;
    std::vector<QPointer<const ParamSlider>> m_moved;  // with it: MBS follows D
    std::vector<QShortcut*> m_keys, m_steps;
};

}  // namespace bubblescope
